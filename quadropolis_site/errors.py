"""What services raise: a code for programs and a sentence for people, never an HTTP error."""

from django.utils.functional import Promise


class ApplicationError(Exception):
    """Something that can't be done, and why. Each subclass is one kind of reason."""

    code = "refused"
    status = 400  # what a page or the API answers with
    page = "refused.html"  # which may show where to go on

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


class NotAllowed(ApplicationError):
    """This person may not do that."""

    code = "not_allowed"
    status = 403


class Conflict(ApplicationError):
    """Something else happened first."""

    code = "conflict"
    status = 409


class AgainstTheRules(ApplicationError):
    """The game's rules say no."""

    code = "against_the_rules"
    status = 422
