from hypothesis import settings

# No deadlines: a busy machine is not a bug. CI=true picks hypothesis' own "ci" profile instead.
settings.register_profile("local", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=5000)

if settings.get_current_profile_name() == "default":
    settings.load_profile("local")
