def run(supplier, check, create, list, attach, put, withdraw, read):
    """Prints how each call ended. The calls about an invoice take its id."""
    step("supplier", supplier)
    step("check", check)
    id = step("create", create)
    step("list", lambda: list(id))
    step("attach", lambda: attach(id))
    step("put", lambda: put(id))
    step("withdraw", lambda: withdraw(id))
    step("read", lambda: expect_withdrawn(*read(id)))


def step(name, call):
    try:
        answer = call()
        print(f"{name}: ok", flush=True)
        return answer
    except Exception as error:
        print(f"{name}: {type(error).__name__} {error}".replace("\n", " "), flush=True)


def expect_withdrawn(state, files, amount):
    if (str(getattr(state, "value", state)), files) != ("withdrawn", 2):
        raise RuntimeError(f"read {state} and {files} files")
    print(f"amount: {amount}", flush=True)
