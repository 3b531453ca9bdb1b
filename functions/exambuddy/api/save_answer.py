"""PUT /attempts/{attempt_id}/answers/{question_id}: an answer is saved, while the time runs."""

from msgspec.structs import asdict

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import member
from functions.exambuddy.models.attempt_views import AnswerTaken, SavedAnswer
from functions.exambuddy.models.requests import Id, SaveAnswer
from functions.exambuddy.reading import read_answer
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.rules.bank import face_from
from functions.exambuddy.saving import save
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)


@endpoint(SERVICE, __name__)
def handler(attempt_id: Id, question_id: Id, wish: SaveAnswer, caller: Caller) -> AnswerTaken:
    user, moment = member(caller), now()
    attempt = rules.owned(attempts.get(user.user_id, attempt_id))
    drawn = rules.drawn_question(attempt, question_id)
    rules.require_running(attempt, moment)
    face = bank.face(attempt.project_id, question_id, drawn.version)
    given = rules.given_answer(
        attempt,
        drawn,
        face_from(face),
        read_answer(face_from(face), wish.selected_answer),
        answer_id=new_ulid(moment),
        sequence=wish.sequence,
        seconds_spent=wish.seconds_spent,
        now=moment,
    )
    stands = SavedAnswer.of(save(attempts, attempt, given, moment), drawn, face)
    return AnswerTaken(**asdict(stands), remaining_seconds=rules.remaining_seconds(attempt, moment))
