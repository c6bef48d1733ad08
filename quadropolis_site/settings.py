"""The whole configuration. What differs between machines comes from the environment."""

from pathlib import Path
from urllib.parse import quote, urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from quadropolis_site.secret_key import kept_secret_key

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
# What the embedded default keeps.
VAR_DIR = Path(env("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()

PORT = env.int("PORT", default=8000)
DEBUG = env.bool("DEBUG", default=False)
SITE_URL = env("SITE_URL", default=f"http://127.0.0.1:{PORT}").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
IS_HTTPS = SITE_URL.startswith("https:")
# On somebody's own machine, not on the net: conveniences that would be holes elsewhere.
IS_LOCAL = SITE_HOST in {"127.0.0.1", "localhost"}

SECRET_KEY = env("SECRET_KEY", default="") or kept_secret_key(VAR_DIR, IS_LOCAL)
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1"] if IS_LOCAL else [SITE_HOST]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

INSTALLED_APPS = [
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_prometheus",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "template_partials",
    "csp",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "quadropolis_site.middleware.ApplicationErrorMiddleware",
    "quadropolis_site.middleware.OutageMiddleware",
    "quadropolis_site.middleware.CountingMiddleware",
]

ROOT_URLCONF = "quadropolis_site.urls"
WSGI_APPLICATION = "quadropolis_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "quadropolis_site.context.site",
            ],
        },
    },
]

# Data

DATABASES = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{quote(str(VAR_DIR))}/site.sqlite3")
}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Writers wait for each other instead of failing, and readers never wait.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

REDIS_URL = env("REDIS_URL", default=f"unix://{VAR_DIR}/valkey.sock")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"  # people stay logged in if Redis is lost

# Bots

BOT_SECONDS = env.float("BOT_SECONDS", default=2.0)  # of computing, that a bot has for a move
# A turn that is not played by then is given out again; whoever still thinks about it is ended.
# Plenty of time, since on a busy machine a second of computing takes longer than a second.
BOT_TURN_LEASE_SECONDS = 10 + 10 * BOT_SECONDS
# For the city of the day bots count positions, so that they answer everybody alike on any machine;
# seconds are only for those that hang.
DAILY_BOT_SECONDS = 5 + 5 * BOT_SECONDS
PAR_LEASE_SECONDS = 180  # bots that have not played on by then in their game of a day begin again
SUBSTITUTE_BOT = "greedy"  # plays on for somebody who left

# Work

CELERY_BROKER_URL = REDIS_URL
if REDIS_URL.startswith("unix:"):  # Celery has words of its own for the same
    CELERY_BROKER_URL = f"redis+socket{REDIS_URL[4:].replace('?db=', '?virtual_host=')}"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than any task may run: a message comes back only if its worker died.
    "visibility_timeout": max(900, 2 * BOT_TURN_LEASE_SECONDS),
    "socket_connect_timeout": 0.5,  # in the network of the site itself
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Once more, in case only the connection was lost. A request does not wait for a broker that is
# away: the sweep finds the work in the database.
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# Accounts

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if IS_HTTPS else "http"
ACCOUNT_USERNAME_VALIDATORS = "accounts.models.USERNAME_VALIDATORS"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # the password again before the e-mail address changes
ACCOUNT_SESSION_REMEMBER = None  # asked at the log-in
SESSION_COOKIE_AGE = 8 * 7 * 24 * 3600  # nobody is logged out in the middle of a long match
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
# The brake on guessing and on flooding strangers with mail: how many in how much time, per
# client address (ip), per name or e-mail address (key), per player (user). Counted in Redis.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,60/h/ip,5/5m/key",
    "signup": "10/m/ip,30/h/ip",
    "reset_password": "10/m/ip,30/h/ip,3/10m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user,20/h/user",
    "reauthenticate": "5/m/user,20/h/user",
    "manage_email": "5/m/user,20/h/user",
    "confirm_email": "1/3m/key",
}
# How many proxies of our own stand before the web processes. The client's address is the one
# that the outermost of them saw; with 0, X-Forwarded-For is not believed at all. Behind a proxy
# it must be right: too small, and everybody shares one address and its limits; too large, and
# anybody can make up addresses. With web processes on a unix socket it must be at least 1.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

# Mail

EMAIL_URL = env("EMAIL_URL", default="")
# Without a mail server, a site on one's own machine keeps its mails to be read on a page.
SHOWS_MAILBOX = IS_LOCAL and not EMAIL_URL
if EMAIL_URL:
    mail_server = env.email("EMAIL_URL")
    if mail_server["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        mail_server["EMAIL_BACKEND"] = "accounts.transports.Backend"
    vars().update(mail_server)
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(VAR_DIR / "mails")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env(
    "DEFAULT_FROM_EMAIL", default=f"Quadropolis <noreply@{SITE_HOST}>"
)
EMAIL_TIMEOUT = 20
# For so long after a match began or they moved, players are taken to be still looking at it; if it
# is their turn by then, they get as long to move before a mail tells them.
MAIL_PATIENCE_SECONDS = 120

# Words and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env("STATIC_ROOT", default=str(VAR_DIR / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if IS_LOCAL:
    # Straight from the folder, so that a changed style sheet shows at the next reload.
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# Safety

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if IS_HTTPS:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# Programs

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "quadropolis_site.api.errors.handle",
}
API_CALLS_PER_MINUTE = {"token": 1200, "session": 1200, "stranger": 300}
API_PAGE_SIZE = 50
API_MOST_WAITING = 2  # long polls at a time in each web process, of its four threads
SPECTACULAR_SETTINGS = {
    "TITLE": "Quadropolis",
    "DESCRIPTION": (
        "City-building games by correspondence, for programs. Tokens are made on the page "
        "“Programs and bots” and sent as `Authorization: Token …`; in a browser where you are "
        'logged in, you are known already. Every refusal is `{"code", "message"}`, every list '
        "comes in pages, and `RateLimit-*` says how much you may still ask for in this minute."
    ),
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": f"{STATIC_URL}icons/logo.svg",
    "ENUM_NAME_OVERRIDES": {
        "MatchStatus": "games.models.Match.Status",
        "Scope": "accounts.models.Token.Scope",
        "Event": "accounts.models.Event",
        "When": "accounts.models.MailChoice.When",
        "Board": "games.models.Standing.Board",
    },
    "COMPONENT_SPLIT_REQUEST": True,
}

# Health: who may ask for /healthz, /readyz and /metrics, and how long due work may lie

INTERNAL_NETWORKS = env.list("INTERNAL_NETWORKS", default=["127.0.0.0/8", "::1/128"])
READY_MOST_OVERDUE_SECONDS = 300

# Play

OPEN_TABLE_DAYS = 14

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}
