"""Reads a problem from the page of its judge into a draft, with its samples as the first test cases."""

from functions.algoitny.carrying_out import JobFailed, Made, Report
from functions.algoitny.entities.jobs import ProblemExtractionJob
from functions.algoitny.entities.problems import Problem
from functions.algoitny.fetching import Fetcher, FetchFailed
from functions.algoitny.repository.accounts import Accounts, Plans
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules.jobs import require_replaceable
from functions.algoitny.rules.judges.pages import Page, Unreadable, read_page
from functions.algoitny.rules.problems import Cases, drafted
from singletable.clock import now
from singletable.schema import evolve

fetcher = Fetcher()


class Extraction:
    def __init__(self, problems: Problems, accounts: Accounts, plans: Plans) -> None:
        self._problems, self._accounts, self._plans = problems, accounts, plans

    def extract(self, job: ProblemExtractionJob, report: Report) -> Made:
        page = self._page(job, report)
        existing = self._problems.get(job.platform, job.problem_id, consistent=True)
        require_replaceable(existing, job.created_by, is_staff=bool(job.by_staff))
        cases = Cases(page.samples)
        draft = drafted(existing or self._new(job), page, cases, now())
        writes = self._problems.writes(existing, draft, cases, most=self._most(job))
        return Made(evolve(job, title=page.title), writes, f"A draft with {len(page.samples)} samples.")

    def _page(self, job: ProblemExtractionJob, report: Report) -> Page:
        try:
            html = fetcher.page(job.url)
            report("Fetch the page", f"{len(html):,} characters.")
            page = read_page(job.platform, html)
        except FetchFailed as failed:
            raise JobFailed(f"Nothing was fetched: {failed}.") from None
        except Unreadable as unreadable:
            raise JobFailed(f"The page could not be read: {unreadable}.") from None
        report("Read the page", page.title)
        return page

    def _new(self, job: ProblemExtractionJob) -> Problem:
        return Problem(
            platform=job.platform,
            problem_id=job.problem_id,
            title="",
            url=job.url,
            registered_by=job.created_by,
            created_at=now(),
            updated_at=now(),
        )

    def _most(self, job: ProblemExtractionJob) -> int | None:
        """How many problems the plan of who started it registers; staff's are not counted."""
        user = self._accounts.get(job.created_by) if job.created_by else None
        return None if job.by_staff or user is None else self._plans.of(user).max_problems
