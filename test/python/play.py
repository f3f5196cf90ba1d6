"""
Plays an owner with the client that openapi-python-client made of our document, and with nothing else of ours.

API_URL names the API. The e-mail address goes to standard output; the token of the verification mail comes from
standard input, as an owner would copy it from their mailbox. Fails on the first answer that is not as documented.
"""

import base64
import os
import secrets
import sys
from datetime import datetime, timedelta, timezone

from vault_client import AuthenticatedClient, Client
from vault_client.api.account import get_profile, log_in, register, verify_email
from vault_client.api.inactivity import pause_switch
from vault_client.api.vault import (
    delete_entry,
    export_entries,
    create_entry,
    import_entries,
)
from vault_client.models import (
    InvalidCredentialsProblem,
    Login,
    LoginSession,
    Registration,
    Pause,
    NewEntry,
    Import,
)


def random(count: int) -> str:
    return base64.b64encode(secrets.token_bytes(count)).decode()


def entry(category: str) -> NewEntry:
    return NewEntry(
        encrypted_data=random(48), iv=random(12), salt=random(16), algorithm="AES-GCM", category=category, tags=["last"]
    )


url = os.environ["API_URL"]
stranger = Client(base_url=url, raise_on_unexpected_status=True)
email, password = f"{secrets.token_hex(8)}@example.test", random(32)

registered = register.sync(
    client=stranger, body=Registration(email=email, name="Ada Python", password=password, salt=random(16))
)
print(email, flush=True)
verified = verify_email.sync(client=stranger, token=sys.stdin.readline().strip())
print(registered.message, verified.message)

refused = log_in.sync(client=stranger, body=Login(email=email, password=random(32)))
assert isinstance(refused, InvalidCredentialsProblem), refused
assert refused.code == "invalid_credentials"

as_program = Login(email=email, password=password, session=LoginSession.BEARER)
logged_in = log_in.sync(client=stranger, body=as_program)
assert logged_in.user.email == email, logged_in
client = AuthenticatedClient(base_url=url, token=logged_in.access_token, raise_on_unexpected_status=True)
assert get_profile.sync(client=client).user.id == logged_in.user.id

lost = create_entry.sync(client=client, body=entry("letters")).entry
create_entry.sync(client=client, body=entry("Schlüssel 🗝️"))
exported = export_entries.sync(client=client)
assert exported.entry_count == 2, exported
assert lost.created_at.tzinfo is not None

# An export of its own, written by its own hand: dates as Python writes them.
delete_entry.sync(client=client, id=lost.id)
imported = import_entries.sync(client=client, body=Import.from_dict(exported.to_dict()))
assert (imported.created, imported.updated, imported.total) == (1, 0, 2), imported
again = export_entries.sync(client=client)
assert [each.to_dict() for each in again.entries] == [each.to_dict() for each in exported.entries], again

until = datetime.now(timezone.utc) + timedelta(days=30)
paused = pause_switch.sync(client=client, body=Pause(paused_until=until))
assert paused.settings.is_paused, paused
assert abs(paused.settings.paused_until - until) < timedelta(milliseconds=1), (paused.settings.paused_until, until)
print("played")
