from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import club_letters, letters

        letters.register()
        club_letters.register()
