"""Each construct of GIFT by itself: what it becomes here, or the code and line with which it is refused."""

from decimal import Decimal

import pytest

from functions.exambuddy.questions.formats.gift_writer import write_gift
from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.kinds import Kind, Question, TextFormat
from functions.exambuddy.questions.record import question_of


def one(text: str) -> Question:
    (draft,) = import_questions(FileFormat.GIFT, text.encode()).accepted()
    return draft.question


def problems(text: str) -> list[tuple[int, str, str]]:
    report = import_questions(FileFormat.GIFT, text.encode())
    return [(problem.line, problem.code, problem.field) for problem in report.problems]


def test_single_choice_by_equals_and_tildes() -> None:
    question = one("Who painted Guernica?{~Dalí =Picasso ~Miró}")
    assert (question.kind, question.text) == (Kind.SINGLE_CHOICE, "Who painted Guernica?")
    assert (question.options, question.correct) == (("Dalí", "Picasso", "Miró"), ("B",))


def test_single_choice_over_several_lines_with_feedback_and_weights() -> None:
    question = one(
        "::Largest planet::Which planet is the largest?{\n  =Jupiter#Yes.\n  ~%50%Saturn#Close.\n  ~%-25%Mars # No.\n}"
    )
    assert question.title == "Largest planet"
    assert question.options == ("Jupiter", "Saturn", "Mars")
    assert question.credits == {"B": Decimal(50), "C": Decimal(-25)}
    assert question.feedback == {"A": "Yes.", "B": "Close.", "C": "No."}


def test_two_answers_marked_right_are_one_answer_and_another_worth_as_much() -> None:
    question = one("Name a primary colour.{~green =red =blue}")
    assert (question.correct, question.credits) == (("B",), {"C": Decimal(100)})


def test_weights_without_an_equals_sign_are_a_multiple_response() -> None:
    question = one("Which two are even?{~%50%2 ~%50%4 ~%-100%5 ~7}")
    assert (question.kind, question.correct) == (Kind.MULTIPLE_RESPONSE, ("A", "B"))
    assert question.credits == {"A": Decimal(50), "B": Decimal(50), "C": Decimal(-100)}


def test_equal_weights_leave_the_credit_to_the_project() -> None:
    question = one("Which three?{~%33.33333%a ~%33.33333%b ~%33.33333%c ~d}")
    assert (question.correct, question.credits) == (("A", "B", "C"), {})


@pytest.mark.parametrize(
    ("braces", "truth"),
    [("{T}", "true"), ("{TRUE}", "true"), ("{F}", "false"), ("{ FALSE }", "false"), ("{f}", "false")],
)
def test_true_and_false_in_every_spelling(braces: str, truth: str) -> None:
    question = one(f"The sun rises in the east.{braces}")
    assert (question.kind, question.correct, question.feedback) == (Kind.TRUE_FALSE, (truth,), {})


def test_true_false_feedback_is_for_the_wrong_answer_then_for_the_right_one() -> None:
    question = one("Lead floats on water.{F#It sinks.#Right, it is denser.####Density 11.3}")
    assert question.feedback == {"true": "It sinks.", "false": "Right, it is denser."}
    assert question.explanation == "Density 11.3"


def test_true_false_feedback_may_hold_an_equals_sign_or_skip_the_wrong_one() -> None:
    assert one(r"1 + 1 \= 2{T##Since 1 \+ 1 = 2.}").feedback == {"true": r"Since 1 \+ 1 = 2."}


def test_short_answer_with_several_accepted_wordings_and_weights() -> None:
    question = one("Who wrote Faust?{=Goethe =%80%Goete#Mind the spelling. =%0%*#Another German.}")
    assert (question.kind, question.correct) == (Kind.SHORT_ANSWER, ("Goethe", "Goete", "*"))
    assert question.credits == {"B": Decimal(80), "C": Decimal(0)}
    assert question.feedback == {"B": "Mind the spelling.", "C": "Another German."}


def test_a_lone_answer_without_a_sign_is_a_short_answer() -> None:
    question = one("Capital of Peru?{Lima}")
    assert (question.kind, question.correct) == (Kind.SHORT_ANSWER, ("Lima",))
    assert one("Which word denies?{=false}").kind is Kind.SHORT_ANSWER


@pytest.mark.parametrize(
    ("braces", "accepted", "worth"),
    [
        ("{#1912}", ("1912",), {}),
        ("{#3:2}", ("3:2",), {}),
        ("{# 3.14159 : 0.005 }", ("3.14159:0.005",), {}),
        ("{#1..5}", ("1..5",), {}),
        ("{#-5..-1.5}", ("-5..-1.5",), {}),
        ("{#1e3}", ("1e3",), {}),
        ("{#=1822:0 =%50%1822:2}", ("1822:0", "1822:2"), {"B": Decimal(50)}),
        ("{#\n=7#Yes\n=%25%6..8#Nearly\n~#Far off\n}", ("7", "6..8", "*"), {"B": Decimal(25), "C": Decimal(0)}),
    ],
)
def test_numeric_answers_with_margins_ranges_and_weights(
    braces: str, accepted: tuple[str, ...], worth: dict[str, Decimal]
) -> None:
    question = one(f"How many?{braces}")
    assert (question.kind, question.correct, question.credits) == (Kind.NUMERIC, accepted, worth)


def test_numeric_feedback_goes_with_its_answer() -> None:
    assert one("How many?{#7#Yes ~#No}").feedback == {"A": "Yes", "B": "No"}


def test_a_missing_word_leaves_a_blank() -> None:
    question = one("Water boils at {#100:1} degrees.")
    assert (question.kind, question.text) == (Kind.NUMERIC, "Water boils at _____ degrees.")
    assert one("Grass is {~blue =green}.").text == "Grass is _____."


def test_matching_with_ranks_is_an_ordering() -> None:
    question = one("Put the planets in order.{=Mars -> 3 =Venus -> 1 =Earth -> 2}")
    assert (question.kind, question.options) == (Kind.ORDERING, ("Earth", "Mars", "Venus"))
    assert question.correct == ("C", "A", "B")


@pytest.mark.parametrize(
    "braces",
    [
        "{=Canada -> Ottawa =Italy -> Rome =Japan -> Tokyo}",
        "{=first -> 1 =second -> 3}",
        "{=first -> 1 =also first -> 1}",
        "{=first -> 1 = -> 2}",
        "{=first -> 1 =second}",
        "{=only -> 1}",
    ],
)
def test_other_matching_questions_do_not_map(braces: str) -> None:
    assert problems(f"Fine?{{T}}\n\nMatch.{braces}") == [(3, "gift_matching", "")]


def test_essays_and_descriptions_do_not_map() -> None:
    text = "Read the next page first.\n\nDiscuss.{}\n\n// a remark\nDiscuss at length.{####Look for three causes.}"
    assert problems(text) == [(1, "gift_description", ""), (3, "gift_essay", ""), (6, "gift_essay", "")]


def test_escapes_stand_for_the_characters_themselves() -> None:
    question = one(r"::a\:\:b::Solve \{x \= 2\} \~ \# \\ \n done{=\{1\} ~\=2\~\#\:}")
    assert question.title == "a::b"
    assert question.text == "Solve {x = 2} ~ # \\ \n done"
    assert question.options == ("{1}", "=2~#:")


def test_a_backslash_before_any_other_character_stays() -> None:
    assert one(r"[markdown]What is $\frac\{1\}\{2\}$?{=a\*b ~c}").text == r"What is $\frac{1}{2}$?"
    assert one(r"Write a times b.{=a\*b}").correct == (r"a\*b",)


def test_text_formats_apply_to_the_whole_question() -> None:
    question = one("::t::[html]<p>Which?</p>{=[html]<b>a</b>#[html]<i>yes</i> ~b####[html]<u>so</u>}")
    assert (question.text_format, question.text) == (TextFormat.HTML, "<p>Which?</p>")
    assert (question.options, question.feedback) == (("<b>a</b>", "b"), {"A": "<i>yes</i>"})
    assert question.explanation == "<u>so</u>"


@pytest.mark.parametrize("name", ["html", "markdown", "plain", "moodle"])
def test_every_text_format_is_known(name: str) -> None:
    assert one(f"[{name}]Right?{{T}}").text_format == name


def test_brackets_that_name_no_format_are_text() -> None:
    assert one("[sic] Right?{T}").text == "[sic] Right?"


def test_another_format_inside_a_question_does_not_map() -> None:
    assert problems("[html]Which?{\n=a\n~[markdown]*b*\n}") == [(3, "gift_mixed_formats", "")]


def test_categories_hold_until_the_next_one() -> None:
    text = "First.{T}\n\n$CATEGORY: physics/light\n\nSecond.{T}\n\n$CATEGORY: chemistry\nThird.{F}\n\nFourth.{F}"
    drafts = import_questions(FileFormat.GIFT, text.encode()).accepted()
    assert [draft.question.category for draft in drafts] == ["", "physics/light", "chemistry", "chemistry"]
    assert [draft.line for draft in drafts] == [1, 5, 8, 10]


def test_comments_are_no_part_of_a_question_but_may_name_and_tag_it() -> None:
    text = "// question: 7 [id:Q-7] [tag:easy] [tag:a \\] b]\nRight?{\n// answer\nT\n// end\n}\n\n// alone\n\nNext.{F}"
    first, second = (draft.question for draft in import_questions(FileFormat.GIFT, text.encode()).accepted())
    assert (first.text, first.correct) == ("Right?", ("true",))
    assert (first.reference, first.tags) == ("Q-7", ("easy", "a ] b"))
    assert (second.reference, second.tags) == ("", ())


def test_slashes_inside_a_line_are_text() -> None:
    assert one("See http\\://example.org // here.{T}").text == "See http://example.org // here."


def test_a_question_may_span_lines_and_keeps_them() -> None:
    assert one("First line,\nsecond line?\n{\nT\n}").text == "First line,\nsecond line?"


def test_general_feedback_is_the_explanation() -> None:
    question = one("Which?{=a#yes ~b#no####Because.\nReally.}")
    assert (question.explanation, question.feedback) == ("Because.\nReally.", {"A": "yes", "B": "no"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ok.{T}\n\nWhich?{=a ~b\n\n~c}", [(3, "gift_unbalanced_braces", ""), (5, "gift_unbalanced_braces", "")]),
        ("Which? =a ~b}", [(1, "gift_unbalanced_braces", "")]),
        ("Which?} {=a ~b", [(1, "gift_unbalanced_braces", "")]),
        ("Which?{=a{ ~b}", [(1, "gift_unbalanced_braces", "")]),
        ("One {=a ~b} and\ntwo {=c ~d}.", [(2, "gift_second_answer", "")]),
        ("::Never closed Which?{=a ~b}", [(1, "gift_unclosed_title", "")]),
        ("Which?{a ~b =c}", [(1, "gift_stray_text", "")]),
        ("How many?{#5\n~6}", [(2, "gift_stray_text", "")]),
        ("Which?{~a ~b}", [(1, "gift_no_correct_answer", "")]),
        ("Which?{=%50%a ~%50%b}", [(1, "gift_no_correct_answer", "")]),
        ("Which?{\n=a\n~%150%b}", [(3, "gift_bad_weight", "")]),
        ("Which?{~%50%a ~%20%b}", [(1, "sum", "credits")]),
        ("Which?{=a}{", [(1, "gift_second_answer", "")]),
        ("{=a ~b}", [(1, "required", "question_text")]),
        ("Which?{=a ~}", [(1, "required", "options[1]")]),
        ("Which?{=a ~a}", [(1, "duplicate", "options[1]")]),
        ("Which?{~%100%a}", [(1, "too_few", "options")]),
        ("Which?{=%50%half}", [(1, "no_full_credit", "credits")]),
        ("How many?{#five}", [(1, "not_a_number", "correct_answer[0]")]),
        ("How many?{#1,5}", [(1, "not_a_number", "correct_answer[0]")]),
        ("How many?{#}", [(1, "too_few", "correct_answer")]),
        ("How many?{#5..1}", [(1, "not_a_number", "correct_answer[0]")]),
        ("Which?{=a" + "~b" * 30 + "}", [(1, "too_many", "options")]),
        ("Which?{=a" + "~b" * 32_000 + "}\n\nOk.{T}", [(1, "gift_too_long", "")]),
    ],
)
def test_what_is_wrong_is_reported_with_line_and_code(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert problems(text) == expected


def test_a_percent_sign_that_is_no_weight_is_text() -> None:
    assert one("How sure?{=%about half% ~100% ~%}").options == ("%about half%", "100%", "%")


def test_export_says_what_gift_cannot_say() -> None:
    arrow = question_of(
        {"question_type": "short_answer", "question_text": "f?", "correct_answer": "a -> b", "points": 3}
    )
    order = question_of(
        {
            "question_type": "ordering",
            "question_text": "Order",
            "options": ["b", "a"],
            "correct_answer": ["A", "B"],
            "feedback": {"A": "first"},
        }
    )
    file = write_gift([arrow, order])
    assert file.text == "[plain]Order{\n\t=b -> 1\n\t=a -> 2\n}\n"
    assert [(loss.number, loss.field, loss.left_out) for loss in file.losses] == [
        (1, "points", False),
        (1, "correct_answer", True),
        (2, "feedback", False),
    ]


def test_export_is_readable_gift() -> None:
    question = one("::Sum::[markdown]2 + 2 \\= ?{=4#Yes ~%50%5 ~\\{22\\}####Add.}")
    assert write_gift([question]).text == (
        "::Sum::[markdown]2 + 2 \\= ?{\n\t=4#Yes\n\t~%50%5\n\t~\\{22\\}\n\t####Add.\n}\n"
    )
