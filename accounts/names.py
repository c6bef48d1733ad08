"""Names that could be taken for something else are not given away."""

from engine.bots import BOTS

RESERVED = {
    "admin",
    "administrator",
    "anonymous",
    "anyone",
    "bot",
    "deleted",
    "everyone",
    "me",
    "moderator",
    "nobody",
    "quadropolis",
    "robot",
    "root",
    "staff",
    "support",
    "system",
    *BOTS,
}
DELETED_PREFIX = "deleted-"  # what is left of the names of those who went
BOT_SUFFIX = "-robot"  # the accounts of the bots


def is_reserved(name: str) -> bool:
    lowered = name.lower()
    return lowered in RESERVED or lowered.startswith(DELETED_PREFIX) or lowered.endswith(BOT_SUFFIX)
