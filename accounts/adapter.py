"""How allauth is bent to this site."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names that could be mistaken for something else are not given away."""
