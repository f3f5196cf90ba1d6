"""
A second reader of our formats, written from docs/crypto.md alone. It opens every vector of docs/crypto-vectors.json.

    python3 reader.py ../../docs/crypto-vectors.json

Prints what it opened as JSON. Ends with 1 and a sentence if a vector does not open as it should, or if one opens that
must be refused. Needs the packages of requirements.txt.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
import sys
import unicodedata
from pathlib import Path

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PrivateKey, MLDSA65PublicKey
from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Refused(Exception):
    """A refusal, with its code in docs/crypto.md."""

    def __init__(self, code, **detail):
        super().__init__(code)
        self.code = code
        self.detail = detail


# --- Notation -----------------------------------------------------------------------------------------------------


def unbase64(text, refusal, length=None):
    """The bytes of canonical Base64."""
    try:
        data = base64.b64decode(text, validate=True)
    except (TypeError, ValueError):
        raise Refused(refusal) from None
    if to_base64(data) != text or length not in (None, len(data)):
        raise Refused(refusal)
    return data


def unbase64_sealed(text, refusal, length=None):
    """A later format begins with its number and a full stop."""
    if isinstance(text, str) and re.match(r"[0-9]+\.", text):
        raise Refused("format_unknown")
    return unbase64(text, refusal, length)


def to_base64(data):
    return base64.b64encode(data).decode()


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def is_moment(value):
    return is_count(value) and value <= 8_640_000_000_000_000


def check_version(value, version, refusal):
    if not is_count(value.get("version")):
        raise Refused(refusal)
    if value["version"] != version:
        raise Refused("format_unknown")


def read_json(data, version, refusal):
    try:
        value = json.loads(data)
    except ValueError:
        raise Refused(refusal) from None
    if not isinstance(value, dict):
        raise Refused(refusal)
    check_version(value, version, refusal)
    return value


def to_utf8(text):
    """Half of a surrogate pair becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def padded_length(length):
    """Padmé."""
    if length <= 256:
        return 256
    exponent = length.bit_length() - 1
    step = 2 ** (exponent - (exponent.bit_length() - 1) - 1)
    return -(-length // step) * step


def u64(number):
    return number.to_bytes(8, "big")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def raw_public(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def extract(salt, ikm):
    return hmac.new(salt or bytes(32), ikm, hashlib.sha256).digest()


def expand(prk, info, length):
    output, block = b"", b""
    while len(output) < length:
        block = hmac.new(prk, block + info + bytes([len(output) // 32 + 1]), hashlib.sha256).digest()
        output += block
    return output[:length]


def hkdf(ikm, salt, info):
    return expand(extract(salt, ikm), info, 32)


def open_aes(key, iv, data, aad, refusal):
    if len(iv) != 12:
        raise Refused(refusal)
    try:
        return AESGCM(key).decrypt(iv, data, aad)
    except InvalidTag:
        raise Refused(refusal) from None


def open_box(key, box, aad, refusal):
    iv, data = (unbase64(box.get(name), refusal) for name in ("iv", "data"))
    return open_aes(key, iv, data, aad, refusal)


def seal_aes(key, iv, text, aad):
    return AESGCM(key).encrypt(iv, text, aad)


def check_signature(public_keys, signature, message, refusal):
    try:
        Ed25519PublicKey.from_public_bytes(public_keys[:32]).verify(signature, message)
    except InvalidSignature:
        raise Refused(refusal) from None


def check_both(public_keys, signatures, message, refusal):
    if len(signatures) != 3373:
        raise Refused(refusal)
    check_signature(public_keys, signatures[:64], message, refusal)
    try:
        MLDSA65PublicKey.from_public_bytes(public_keys[32:]).verify(signatures[64:], message)
    except InvalidSignature:
        raise Refused(refusal) from None


# --- X-Wing: draft-connolly-cfrg-xwing-kem, and HPKE: RFC 9180, base mode, X-Wing, HKDF-SHA256, AES-256-GCM ------------

HPKE_SUITE = b"HPKE" + bytes([0x64, 0x7A, 0x00, 0x01, 0x00, 0x02])
X_WING_LABEL = b"\\.//^\\"


def labeled_extract(suite, salt, label, ikm):
    return extract(salt, b"HPKE-v1" + suite + label + ikm)


def labeled_expand(suite, prk, label, info, length):
    return expand(prk, length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info, length)


def expand_key(private):
    """The keys of ML-KEM-768 and X25519 that come from 32 bytes."""
    expanded = hashlib.shake_256(private).digest(96)
    return MLKEM768PrivateKey.from_seed_bytes(expanded[:64]), X25519PrivateKey.from_private_bytes(expanded[64:])


def x_wing_public(private):
    return b"".join(map(raw_public, expand_key(private)))


def decapsulate(private, enc):
    first, second = expand_key(private)
    shared = first.decapsulate(enc[:1088])
    point = enc[1088:]
    other = second.exchange(X25519PublicKey.from_public_bytes(point))
    return hashlib.sha3_256(shared + other + point + raw_public(second) + X_WING_LABEL).digest()


def hpke_open(private, sealed, info, aad, refusal):
    """Sections 5.1 (KeySchedule) and 6.1 (single shot), with sequence number 0."""
    enc, ciphertext = sealed[:1120], sealed[1120:]
    if len(enc) != 1120:
        raise Refused(refusal)
    try:
        secret = decapsulate(private, enc)
    except ValueError:  # a point of low order
        raise Refused(refusal) from None
    context = (
        b"\x00"
        + labeled_extract(HPKE_SUITE, b"", b"psk_id_hash", b"")
        + labeled_extract(HPKE_SUITE, b"", b"info_hash", info)
    )
    prk = labeled_extract(HPKE_SUITE, secret, b"secret", b"")
    key = labeled_expand(HPKE_SUITE, prk, b"key", context, 32)
    nonce = labeled_expand(HPKE_SUITE, prk, b"base_nonce", context, 12)
    return open_aes(key, nonce, ciphertext, aad, refusal)


# --- Shamir over GF(2^8): a share is the y of each byte, then its x --------------------------------------------------


def multiply(a, b):
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11B
        b >>= 1
    return product


def divide(a, b):
    for _ in range(254):  # b ** 254 is the inverse of b
        a = multiply(a, b)
    return a


def combine(shares):
    """The polynomial through the shares at x = 0 (Lagrange)."""
    secret = bytearray(len(shares[0]) - 1)
    for share in shares:
        weight = 1
        for other in shares:
            if other is not share:
                weight = multiply(weight, divide(other[-1], other[-1] ^ share[-1]))
        for i in range(len(secret)):
            secret[i] ^= multiply(share[i], weight)
    return bytes(secret)


# --- Codes on paper ------------------------------------------------------------------------------------------------

KINDS = {"recovery": b"recovery-code-v1", "kit": b"kit-code-v1"}

WHITE_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
DASHES = "\u002d\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d"


def without_separators(typed):
    return re.sub(f"[{WHITE_SPACE}\\{DASHES}]", "", typed)


def print_code(given, _):
    code = bytes.fromhex(given["code"])
    digits = (code + sha256(given["kind"].encode(), code)[:2]).hex().upper()
    return {"printed": "-".join(digits[i : i + 4] for i in range(0, 36, 4))}


def read_code(typed, kind):
    digits = without_separators(typed)
    if re.match(r"[0-9]+\.", digits):
        raise Refused("format_unknown")
    if not re.fullmatch(r"[0-9A-Fa-f]{36}", digits):
        raise Refused("code_mistyped")
    data = bytes.fromhex(digits)
    code, checksum = data[:16], data[16:]
    for each, label in KINDS.items():
        if sha256(label, code)[:2] == checksum:
            if each == kind:
                return code
            raise Refused("code_of_other_kind")
    raise Refused("code_mistyped")


# --- The owner -------------------------------------------------------------------------------------------------------

MASTERS = {}


def normal_address(typed):
    trimmed = re.sub(f"^[{WHITE_SPACE}]+|[{WHITE_SPACE}]+$", "", typed)
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), trimmed).encode()


def derive_master(email, password, kdf, between):
    numbers = ("version", "memoryKiB", "passes", "parallelism")
    if kdf.get("name") != "argon2id" or not all(is_count(kdf.get(name)) for name in numbers):
        raise Refused("format_unknown")
    if kdf["memoryKiB"] < 65536 or kdf["passes"] < 3 or kdf["parallelism"] < 1:
        raise Refused("kdf_too_weak")
    if kdf["memoryKiB"] > 1048576 or kdf["passes"] > 20 or kdf["parallelism"] > 16:
        raise Refused("kdf_too_costly")
    address = normal_address(email)
    secret = to_utf8(unicodedata.normalize("NFC", password))
    salt = sha256(b"vault-v1", address)[:16]
    between["argonSalt"] = salt
    cost = {"time_cost": kdf["passes"], "memory_cost": kdf["memoryKiB"], "parallelism": kdf["parallelism"]}
    known = (secret, salt, *cost.values())
    if known not in MASTERS:
        MASTERS[known] = hash_secret_raw(secret, salt, **cost, hash_len=32, type=Type.ID, version=0x13)
    return MASTERS[known]


def derive_keys(given, between):
    """The KEK, and what is sent as `password`."""
    master = derive_master(given["email"], given["password"], given["kdf"], between)
    auth = hkdf(master, b"", b"auth")
    kek = hkdf(master, unbase64(given["user"]["salt"], "bundle_damaged"), b"kek")
    between.update(master=master, authKey=auth, kek=kek)
    return kek, to_base64(auth)


def sized(data):
    return u64(len(data)) + data


def box_text(box):
    return sized(b"".join(unbase64(box[name], "bundle_damaged") for name in ("iv", "data")))


def certificate_text(certificate):
    keys = unbase64(certificate["ownerKey"], "bundle_damaged", 1984)
    signatures = unbase64(certificate["signatures"], "bundle_damaged", 3373)
    return u64(certificate["counter"]) + sized(keys) + sized(signatures)


def bundle_text(bundle):
    """What the MAC of a bundle covers."""
    kdf, keys = bundle["kdf"], bundle["vaultKey"]
    numbers = (bundle["counter"], kdf["version"], kdf["memoryKiB"], kdf["passes"], kdf["parallelism"])
    passkeys = [sized(each["credentialId"].encode()) + box_text(each["box"]) for each in keys["passkeys"]]
    return b"".join(
        [
            b"bundle-v2",
            sized((bundle["userId"] or "").encode()),
            *map(u64, numbers),
            *(box_text(keys[name]) for name in ("password", "recovery", "recoveryKey")),
            u64(len(passkeys)),
            *passkeys,
            u64(len(bundle["previous"])),
            *map(box_text, bundle["previous"]),
            sized(unbase64(bundle["signing"]["publicKey"], "bundle_damaged", 32)),
            u64(len(bundle["signing"]["former"])),
            *map(certificate_text, bundle["signing"]["former"]),
            box_text(bundle["successors"]),
            sized(unbase64(bundle["proofKey"], "bundle_damaged", 32)),
        ]
    )


def open_bundle(secrets, bundle, user_id, between):
    if len(secrets) != 64:
        raise Refused("bundle_damaged")
    if not is_count(bundle["counter"]):
        raise Refused("bundle_damaged")
    root, vault_key = secrets[:32], secrets[32:]
    mac_key, text = hkdf(root, b"", b"bundle-v2"), bundle_text(bundle)
    between.update(bundleText=text, **{"key bundle-v2": mac_key})
    if bundle["userId"] not in (None, user_id):
        raise Refused("bundle_damaged")
    if not hmac.compare_digest(hmac.digest(mac_key, text, "sha256"), unbase64(bundle["mac"], "bundle_damaged")):
        raise Refused("bundle_damaged")

    def box_key(label):
        return hkdf(root, b"", label)

    def opened(box, label, more=b""):
        return open_box(box_key(label), box, label + more, "bundle_damaged")

    public = unbase64(bundle["signing"]["publicKey"], "bundle_damaged")
    proof_seed = box_key(b"recovery-proof-v2")
    if raw_public(Ed25519PrivateKey.from_private_bytes(proof_seed)) != unbase64(bundle["proofKey"], "bundle_damaged"):
        raise Refused("bundle_damaged")
    between["proofSeed"] = proof_seed
    if "seed" not in bundle["signing"]:
        raise Refused("keys_superseded")
    seed = opened(bundle["signing"]["seed"], b"signing-key-v1", public)
    first, second = hkdf(seed, b"", b"ed25519-v2"), hkdf(seed, b"", b"ml-dsa-65-v2")
    keys = Ed25519PrivateKey.from_private_bytes(first), MLDSA65PrivateKey.from_seed_bytes(second)
    owner_key = b"".join(map(raw_public, keys))
    if owner_key[:32] != public:
        raise Refused("bundle_damaged")
    between.update(ed25519Seed=first, mlDsaSeed=second)
    previous = [opened(each, b"previous-keys-v1") for each in bundle["previous"]]
    text = opened(bundle["successors"], b"successors-v1", public)
    successors = read_json(text, 1, "bundle_damaged")
    between.update(root=root, vaultKey=vault_key, signingSeed=seed, previousKeys=previous, successors=text.decode())
    for name in ("previous-keys-v1", "signing-key-v1", "successors-v1"):
        between[f"key {name}"] = box_key(name.encode())
    return {
        "userId": user_id,
        "keys": [vault_key, *previous],
        "ownerKey": owner_key,
        "former": [unbase64(each["ownerKey"], "bundle_damaged") for each in bundle["signing"]["former"]],
        "signing": keys[0],
        "successors": successors,
    }


def open_with_kek(kek, given, between, refusal):
    user, bundle = given["user"], given["user"]["keyBundle"]
    secrets = open_box(kek, bundle["vaultKey"]["password"], b"vault-key-v1", refusal)
    recovery_key = open_box(kek, bundle["vaultKey"]["recoveryKey"], b"recovery-key-v1", "bundle_damaged")
    between["recoveryKey"] = recovery_key
    recovery = bundle["vaultKey"]["recovery"]
    if open_box(recovery_key, recovery, b"vault-key-recovery-v1", "bundle_damaged") != secrets:
        raise Refused("bundle_damaged")
    vault = open_bundle(secrets, bundle, user["id"], between)
    if bundle["counter"] < given.get("seen", 0):
        raise Refused("bundle_rolled_back")
    return vault


def unlock(given, between):
    user, bundle = given["user"], given["user"]["keyBundle"]
    if not re.fullmatch(ID, user["id"]):
        raise Refused("format_unknown")
    kek, password = derive_keys(given, between)
    check_version(bundle, 2, "bundle_damaged")
    if bundle["kdf"] != given["kdf"]:
        raise Refused("bundle_damaged")
    if "awaiting" in bundle:
        raise Refused("needs_recovery_code")
    return open_with_kek(kek, given, between, "wrong_password") | {"password": password}


def unlock_with_passkey(given, between):
    user, bundle = given["user"], given["user"]["keyBundle"]
    check_version(bundle, 2, "bundle_damaged")
    for each in bundle["vaultKey"]["passkeys"]:
        if each["credentialId"] == given["credentialId"]:
            break
    else:
        raise Refused("wrong_passkey")
    key = hkdf(unbase64(given["prf"], "wrong_passkey"), b"", b"passkey-v2")
    bound = ("passkey-v2" + user["id"] + given["credentialId"]).encode()
    kek = open_box(key, each["box"], bound, "wrong_passkey")
    between.update(kek=kek, **{"key passkey-v2": key})
    return open_with_kek(kek, given, between, "bundle_damaged")


def unlock_with_recovery_code(given, between):
    code = read_code(given["code"], "recovery")
    key = hkdf(code, b"", b"recovery-v1")
    between.update(code=code, recoveryKey=key)
    refusal = Refused("nothing_to_recover")
    has_later_format = has_another = is_older = False
    for archived in given["archived"]:
        bundle = archived["keyBundle"]
        try:
            check_version(bundle, 2, "bundle_damaged")
            if "awaiting" in bundle:
                continue
            box = bundle["vaultKey"]["recovery"]
            secrets = open_box(key, box, b"vault-key-recovery-v1", "wrong_recovery_code")
            vault = open_bundle(secrets, bundle, given["user"]["id"], between)
            if bundle["counter"] < given.get("seen", 0):
                is_older = True
                raise Refused("bundle_rolled_back")
        except Refused as refused:
            refusal = refused
            has_later_format = has_later_format or refused.code == "format_unknown"
            has_another = has_another or refused.code == "wrong_recovery_code"
        else:
            if has_later_format:
                raise Refused("format_unknown")
            if has_another:
                raise Refused("recovery_code_replaced")
            return vault
    if has_later_format:
        raise Refused("format_unknown")
    if is_older:
        raise Refused("recovery_code_replaced" if has_another else "bundle_rolled_back")
    raise refusal


def told(vault):
    password = {"password": vault["password"]} if "password" in vault else {}
    return {"ownerKey": to_base64(vault["ownerKey"]), **password}


# --- Entries -----------------------------------------------------------------------------------------------------------


ID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def check_algorithm(entry):
    if entry.get("algorithm", "AES-GCM") != "AES-GCM":
        raise Refused("format_unknown")


def derive_entry_key(vault_key, user_id, entry):
    return hkdf(vault_key, unbase64(entry["salt"], "entry_refused"), b"entry-v1" + (user_id + entry["id"]).encode())


def open_entry_with(key, entry, user_id, owner_key, kind=b"entry"):
    if not all(re.fullmatch(ID, each) for each in (user_id, entry["id"])):
        raise Refused("entry_refused")
    ids = (user_id + entry["id"]).encode()
    iv, data = (unbase64(entry[name], "entry_refused") for name in ("iv", "encryptedData"))
    plain = open_aes(key, iv, data, kind + b"-v1" + ids, "entry_refused")
    if len(plain) < 80:
        raise Refused("entry_refused")
    stamp, signature, text = plain[:16], plain[16:80], plain[80:]
    signed = kind + b"-signature-v1" + ids + stamp + text
    check_signature(owner_key, signature, signed, "entry_forged")
    version, date = (int.from_bytes(each, "big") for each in (stamp[:8], stamp[8:]))
    if not is_count(version) or not is_moment(date):
        raise Refused("entry_refused")
    try:
        text = text.decode()
    except UnicodeDecodeError:
        raise Refused("entry_refused") from None
    return {"text": text, "version": version, "date": date, "hash": to_base64(sha256(signed))}


def vault_of(given):
    return unlock(VECTORS[given["owner"]]["given"], {})


def seal_entry(given, _):
    vault, draws = vault_of(given), drawing(given)
    entry = given["entry"]
    sealed = {"id": entry["id"], "algorithm": "AES-GCM", "salt": entry.get("salt") or to_base64(next(draws))}
    ids, text = (vault["userId"] + entry["id"]).encode(), entry["text"].encode()
    stamp = u64(entry["after"] + 1) + u64(entry["date"])
    signature, iv = vault["signing"].sign(b"entry-signature-v1" + ids + stamp + text), next(draws)
    key = derive_entry_key(vault["keys"][0], vault["userId"], sealed)
    data = seal_aes(key, iv, stamp + signature + text, b"entry-v1" + ids)
    return {"entry": sealed | {"iv": to_base64(iv), "encryptedData": to_base64(data)}}


def open_entry_by(signers, key, entry, user_id):
    """Opens an entry that one of these keys has signed."""
    for i, signer in enumerate(signers):
        try:
            return open_entry_with(key, entry, user_id, signer)
        except Refused as refused:
            if refused.code != "entry_forged" or i + 1 == len(signers):
                raise
    raise AssertionError


def open_own_entry(given, between):
    vault = vault_of(given)
    signers = [vault["ownerKey"], *(vault["former"] if given.get("old") else [])]
    user_id = given.get("userId", vault["userId"])
    check_algorithm(given["entry"])
    for vault_key in vault["keys"]:
        key = derive_entry_key(vault_key, user_id, given["entry"])
        try:
            opened = open_entry_by(signers, key, given["entry"], user_id)
        except Refused as refused:
            if refused.code != "entry_refused":
                raise
            continue
        between["entryKey"] = key
        return opened
    raise Refused("entry_refused")


KINDS_OF_CONTENT = ("login", "card", "identity", "note", "letter", "file")
MEDIA_TYPE = r"([a-z0-9!#$&^_.+-]{1,127}/[a-z0-9!#$&^_.+-]{1,127})?"


def is_text(value):
    return isinstance(value, str)


def are_texts(values):
    return isinstance(values, list) and all(map(is_text, values))


def is_file_name(name):
    length = len(name.encode("utf-16-le", "surrogatepass")) // 2
    controls = any(unicodedata.category(each) == "Cc" for each in name)
    return 1 <= length <= 255 and not controls and not re.search("[\u2028\u2029/\\\\]", name) and name not in (".", "..")


def is_file(file):
    return (
        isinstance(file, dict)
        and all(is_text(file.get(name)) for name in ("id", "name", "type", "sha256", "identity"))
        and re.fullmatch(ID, file["id"])
        and is_file_name(file["name"])
        and re.fullmatch(MEDIA_TYPE, file["type"])
        and is_count(file.get("size"))
        and re.fullmatch(r"[0-9a-f]{64}", file["sha256"])
        and re.fullmatch(f"AGE-SECRET-KEY-1[{BECH32.upper()}]{{58}}", file["identity"])
    )


def read_content(given, _):
    content = read_json(given["text"], 1, "content_unreadable")
    fields, files = content.get("fields"), content.get("files", [])
    if not (
        all(is_text(content.get(name)) for name in ("kind", "title", "category"))
        and are_texts(content.get("tags"))
        and are_texts(content.get("hidden", []))
        and isinstance(fields, dict)
        and all(map(is_text, fields.values()))
        and isinstance(files, list)
        and all(map(is_file, files))
        and len({each["id"] for each in files}) == len(files)
    ):
        raise Refused("content_unreadable")
    if content["kind"] not in KINDS_OF_CONTENT:
        raise Refused("format_unknown")
    return content


# --- The kit -------------------------------------------------------------------------------------------------------------


def derive_kit_keys(kit, between):
    code, salt = read_code(kit["code"], "kit"), unbase64_sealed(kit["salt"], "wrong_kit", 48)
    private = hkdf(code, salt, b"kit-v2")
    between.update(code=code, privateKey=private)
    return private, salt


def open_kit(given, between):
    private, salt = derive_kit_keys(given["kit"], between)
    public = x_wing_public(private)
    return {
        "publicKey": to_base64(public),
        "fingerprint": sha256(public).hex(),
        "ownerFingerprint": salt[16:48].hex(),
    }


def word_list(*path):
    """The words between the quotation marks of a JavaScript module."""
    text = Path(__file__).parents[2].joinpath(*path).read_text()
    return re.search("`([^`]{5000,})`", text)[1].split()


WORDS = {
    "en": word_list("node_modules", "@scure", "bip39", "wordlists", "english.js"),
    "de": word_list("crypto", "words", "de.ts"),
}


def compared(public_key, owner_key, email, between):
    keys = unbase64(public_key, "format_unknown", 1216), unbase64(owner_key, "format_unknown", 1984)
    digest = sha256(b"comparison-v3", *keys, normal_address(email))
    between["hash"] = digest
    between["stretched"] = hash_secret_raw(
        digest, digest[:16], time_cost=3, memory_cost=65536, parallelism=4, hash_len=32, type=Type.ID, version=0x13
    )
    bits = int.from_bytes(between["stretched"], "big") >> 190
    return [bits >> 11 * i & 2047 for i in (5, 4, 3, 2, 1, 0)]


def compare(given, between):
    numbers = compared(given["publicKey"], given["ownerKey"], given["email"], between)
    return {language: " ".join(words[number] for number in numbers) for language, words in WORDS.items()}


def fold(word):
    lower = unicodedata.normalize("NFC", word).lower()
    return lower.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")


def number_of(words, typed):
    folded = [fold(word) for word in words]
    if fold(typed) in folded:
        return folded.index(fold(typed))
    begun = [number for number, word in enumerate(folded) if word.startswith(fold(typed))]
    return begun[0] if len(fold(typed)) >= 4 and len(begun) == 1 else None


def read_words(typed):
    """The numbers of typed words, in each language."""
    split = re.split(f"[{WHITE_SPACE}\\{DASHES},.]+", typed)
    return [[number_of(words, word) for word in split if word] for words in WORDS.values()]


def is_usable(public):
    """Whether something can be sealed to it: ML-KEM-768 wants twelve bits below q each, X25519 a point of another order."""
    for i in range(0, 1152, 3):
        three = int.from_bytes(public[i : i + 3], "little")
        if three & 0xFFF >= 3329 or three >> 12 >= 3329:
            return False
    try:
        X25519PrivateKey.generate().exchange(X25519PublicKey.from_public_bytes(public[1184:]))
    except ValueError:
        return False
    return True


def pin(given, _):
    successor = given["successor"]
    vault = vault_of(given)
    owners = [to_base64(each) for each in (vault["ownerKey"], *vault["former"])]
    expected = [compared(successor["publicKey"], each, successor["email"], {}) for each in owners]
    if not any(numbers in expected for numbers in read_words(given["typed"])):
        raise Refused("comparison_differs")
    public = unbase64(successor["publicKey"], "format_unknown")
    if not is_usable(public):
        raise Refused("key_unusable")
    return {"fingerprint": sha256(public).hex()}


def find_pinned_key(given, _):
    successor = given["successor"]
    found = vault_of(given)["successors"]["pins"].get(successor["id"])
    if found is None:
        raise Refused("key_not_pinned")
    if sha256(unbase64(successor["publicKey"], "key_swapped")).hex() != found["fingerprint"]:
        raise Refused("key_swapped")
    return {"fingerprint": found["fingerprint"]}


# --- What is sealed to a successor ------------------------------------------------------------------------------------


def open_package(private, salt, successor_id, access):
    plain = hpke_open(
        private,
        unbase64_sealed(access["encryptedShare"], "wrong_kit"),
        b"package-v2",
        b"package-v2" + successor_id.encode(),
        "wrong_kit",
    )
    signatures, text = plain[:3373], plain[3373:]
    package = read_json(text, 1, "package_forged")
    owner_key = unbase64(package["ownerKey"], "package_forged", 1984)
    certificates = package["certificates"]
    if len(certificates) > 3:
        raise Refused("package_forged")
    keys = [unbase64(each["ownerKey"], "package_forged", 1984) for each in certificates] + [owner_key]
    if sha256(keys[0]) != salt[16:48]:
        raise Refused("package_of_other_owner")
    if package["successorId"] != successor_id:
        raise Refused("package_misaddressed")
    for i, certificate in enumerate(certificates):
        counter = certificate["counter"]
        if not is_count(counter) or (i > 0 and counter <= certificates[i - 1]["counter"]):
            raise Refused("package_forged")
        message = b"owner-key-v1" + package["userId"].encode() + u64(counter) + keys[i + 1]
        check_both(keys[i], unbase64(certificate["signatures"], "package_forged", 3373), message, "package_forged")
    check_both(owner_key, signatures, b"package-v2" + x_wing_public(private) + text, "package_forged")
    if package["purpose"] != ("rehearsal" if access.get("rehearsal") else "handover"):
        raise Refused("package_replayed")
    return package, owner_key, text


def check_share(share, holder, package, owner_key):
    data = unbase64(share["data"], "share_forged", 33)
    message = (package["userId"] + holder).encode() + u64(package["generation"]) + data
    check_both(owner_key, unbase64(share["signature"], "share_forged"), b"share-v1" + message, "share_forged")
    return data


def open_reshare(private, reshare, package, successor_id, owner_key):
    holder = reshare["fromSuccessorId"]
    aad = b"reshare-v2" + (holder + successor_id).encode()
    sealed = unbase64_sealed(reshare["encryptedShare"], "share_refused")
    opened = read_json(hpke_open(private, sealed, b"reshare-v2", aad, "share_refused"), 1, "share_refused")
    if (opened["userId"], opened["generation"]) != (package["userId"], package["generation"]):
        raise Refused("share_of_other_seal")
    return check_share(opened["share"], holder, package, owner_key)


def gather_quorum_secret(private, package, successor_id, owner_key, reshares, between):
    """The quorum secret, and the codes of the shares that could not be used."""
    shares, bad = {}, []
    shares[successor_id] = check_share(package["share"], successor_id, package, owner_key)
    for reshare in reshares:
        try:
            shares[reshare["fromSuccessorId"]] = open_reshare(private, reshare, package, successor_id, owner_key)
        except Refused as refused:
            bad.append(refused.code)
    if len(shares) < package["threshold"]:
        raise Refused("quorum_missing", have=len(shares), need=package["threshold"])
    if len({share[-1] for share in shares.values()}) < len(shares):
        raise Refused("share_of_other_seal")
    secret = combine(list(shares.values()))
    between.update(shares=shares, quorumSecret=secret)
    return secret, bad


def read_record(record):
    digits = record[:16].hex()
    id = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    version, date = (int.from_bytes(each, "big") for each in (record[16:24], record[24:32]))
    if not is_count(version) or not is_moment(date):
        raise Refused("list_refused")
    return {"id": id, "version": version, "date": date, "hash": to_base64(record[32:])}


def open_list(package_key, sealed, user_id, successor_id, generation, owner_key):
    """What the list says, and its text."""
    data = unbase64_sealed(sealed, "list_refused")
    plain = open_aes(package_key, data[:12], data[12:], ("list-v1" + user_id + successor_id).encode(), "list_refused")
    signatures, text = plain[:3373], plain[3373:]
    check_both(owner_key, signatures, b"list-v1" + text, "list_forged")
    opened = read_json(text, 1, "list_refused")
    if not is_count(opened.get("counter")) or not is_moment(opened.get("date")):
        raise Refused("list_refused")
    if [opened.get(name) for name in ("userId", "successorId", "generation")] != [user_id, successor_id, generation]:
        raise Refused("list_refused")
    entries = unbase64(opened.get("entries"), "list_refused")
    if len(entries) % 64 != 0:
        raise Refused("list_refused")
    records = [read_record(entries[i : i + 64]) for i in range(0, len(entries), 64)]
    ids = [each["id"] for each in records]
    if ids != sorted(set(ids)):
        raise Refused("list_refused")
    return {"counter": opened["counter"], "date": opened["date"], "records": records}, text


def open_as_successor(given, between):
    kit, access = given["kit"], given["access"]
    successor_id = kit["successorId"]
    private, salt = derive_kit_keys(kit, between)
    package, owner_key, text = open_package(private, salt, successor_id, access)
    own = unbase64(package["ownSecret"], "package_forged", 32)
    between.update(package=text.decode(), ownSecret=own)
    quorum_secret, bad = b"", []
    if package["threshold"] > 1:
        quorum_secret, bad = gather_quorum_secret(
            private, package, successor_id, owner_key, access.get("reshares", []), between
        )
    package_key = hkdf(own + quorum_secret, b"", b"package-key-v1")
    between["packageKey"] = package_key
    ids = (package["userId"] + successor_id).encode()

    vault_key = None
    if package["vaultKey"] is not None:
        aad = b"package-vault-key-v1" + ids + u64(package["generation"])
        vault_key = open_box(package_key, package["vaultKey"], aad, "package_forged")
        between["vaultKey"] = vault_key

    listed, list_refused = None, None
    if access.get("list") is not None:
        try:
            listed, list_text = open_list(
                package_key, access["list"], package["userId"], successor_id, package["generation"], owner_key
            )
            between["list"] = list_text.decode()
        except Refused as refused:  # stops nobody from reading
            list_refused = refused.code

    def entry_key(entry):
        check_algorithm(entry)
        if vault_key is not None:
            return derive_entry_key(vault_key, package["userId"], entry)
        if entry.get("envelope") is None:
            raise Refused("envelope_missing")
        sealed = unbase64_sealed(entry["envelope"], "envelope_refused")
        aad = b"envelope-v1" + ids + entry["id"].encode()
        return open_aes(package_key, sealed[:12], sealed[12:], aad, "envelope_refused")

    keys = {each["id"]: entry_key(each) for each in given["entries"]}
    kind = b"rehearsal-entry" if package["purpose"] == "rehearsal" else b"entry"
    between["entryKeys"] = keys
    return {
        "userId": package["userId"],
        "ownerFingerprint": salt[16:48].hex(),
        "threshold": package["threshold"],
        "badShares": bad,
        "list": listed,
        "listRefused": list_refused,
        "entries": {
            each["id"]: open_entry_with(keys[each["id"]], each, package["userId"], owner_key, kind)["text"]
            for each in given["entries"]
        },
    }


def package_key_of(secrets, successor_id):
    """From what the bundle remembers of the latest sealing."""
    own, quorum = secrets["pins"][successor_id]["ownSecret"], secrets["quorumSecret"] or ""
    return hkdf(unbase64(own, "") + unbase64(quorum, ""), b"", b"package-key-v1")


def seal_envelope(given, _):
    vault, (iv,) = vault_of(given), drawing(given)
    successor_id, entry = given["successorId"], given["entry"]
    package_key = package_key_of(vault["successors"], successor_id)
    aad = ("envelope-v1" + vault["userId"] + successor_id + entry["id"]).encode()
    entry_key = derive_entry_key(vault["keys"][0], vault["userId"], entry)
    return {"envelope": to_base64(iv + seal_aes(package_key, iv, entry_key, aad))}


def open_sealed_package(given, _, expected):
    """Our libraries take no random bytes for X-Wing and ML-DSA, so the package is opened instead."""
    private, salt = derive_kit_keys(given["kit"], {})
    _, _, text = open_package(private, salt, given["kit"]["successorId"], expected)
    if text.decode() != given["text"]:
        raise AssertionError("The package has another text")
    return expected


def open_sealed_list(given, _, expected):
    """As with a package."""
    vault, successor_id, secrets = vault_of(given), given["successorId"], vault_of(given)["successors"]
    key = package_key_of(secrets, successor_id)
    ids = vault["userId"], successor_id, secrets["generation"]
    opened, text = open_list(key, expected["list"], *ids, vault["ownerKey"])
    records = sorted(given["records"], key=lambda each: each["id"])
    if opened != {"counter": given["after"] + 1, "date": given["date"], "records": records}:
        raise AssertionError("The list says something else")
    if len(text) != padded_length(len(text.rstrip(b" "))):
        raise AssertionError("The list has another size")
    return expected


# --- What a successor keeps -----------------------------------------------------------------------------------------------


def open_copy(given, between):
    copy = given["copy"]
    check_version(copy, 1, "wrong_kit")
    key = hkdf(read_code(given["code"], "kit"), unbase64(copy["salt"], "wrong_kit"), b"saved-copy-v1")
    between["key"] = key
    return {"text": open_box(key, copy, b"saved-copy-v1", "wrong_kit").decode()}


def seal_copy(given, _):
    salt, iv = drawing(given)
    key = hkdf(read_code(given["code"], "kit"), salt, b"saved-copy-v1")
    data = seal_aes(key, iv, given["text"].encode(), b"saved-copy-v1")
    return {"copy": {"version": 1, "salt": to_base64(salt), "iv": to_base64(iv), "data": to_base64(data)}}


# --- Files --------------------------------------------------------------------------------------------------------------

CHUNK = 64 * 1024
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
IDENTITY = "age-secret-key-"


def bech32_checksum(prefix, words):
    check = 1
    for each in [ord(each) >> 5 for each in prefix] + [0] + [ord(each) & 31 for each in prefix] + words + [0] * 6:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ each
        for bit, value in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= value if top >> bit & 1 else 0
    return [(check ^ 1) >> 5 * (5 - i) & 31 for i in range(6)]


def write_identity(scalar):
    bits = int.from_bytes(scalar, "big") << 4
    words = [bits >> 5 * (51 - i) & 31 for i in range(52)]
    return (IDENTITY + "1" + "".join(BECH32[each] for each in words + bech32_checksum(IDENTITY, words))).upper()


def read_identity(identity):
    bits = 0
    for each in identity.lower()[len(IDENTITY) + 1 : -6]:
        bits = bits << 5 | BECH32.index(each)
    scalar = (bits >> 4).to_bytes(32, "big")
    if write_identity(scalar) != identity:
        raise Refused("file_refused")
    return X25519PrivateKey.from_private_bytes(scalar)


def no_padding(data):
    return base64.b64encode(data).rstrip(b"=")


def wrapping_key(shared, share, recipient):
    return hkdf(shared, share + recipient, b"age-encryption.org/v1/X25519")


def age_header(share, wrapped, file_key):
    head = b"age-encryption.org/v1\n-> X25519 %s\n%s\n---" % (no_padding(share), no_padding(wrapped))
    mac = hmac.new(hkdf(file_key, b"", b"header"), head, hashlib.sha256).digest()
    return head + b" " + no_padding(mac) + b"\n"


def chunk_nonce(number, is_last):
    return number.to_bytes(11, "big") + bytes([is_last])


def open_file(given, between):
    key = given["key"]
    data = unbase64(given["ciphertext"], "file_refused")
    chunks = max(1, -(-key["size"] // CHUNK))
    if len(data) != 184 + key["size"] + 16 * chunks or sha256(data).hex() != key["sha256"]:
        raise Refused("file_refused")
    header, nonce, payload = data[:168], data[168:184], data[184:]
    found = re.fullmatch(rb"age-encryption\.org/v1\n-> X25519 (.{43})\n(.{43})\n--- .{43}\n", header)
    if not found:
        raise Refused("file_refused")
    try:
        share, wrapped = (base64.b64decode(each + b"=", validate=True) for each in found.groups())
        private = read_identity(key["identity"])
        shared = private.exchange(X25519PublicKey.from_public_bytes(share))
        wrapping = ChaCha20Poly1305(wrapping_key(shared, share, raw_public(private)))
        file_key = wrapping.decrypt(bytes(12), wrapped, None)
        if not hmac.compare_digest(age_header(share, wrapped, file_key), header):
            raise Refused("file_refused")
        between["fileKey"], between["payloadKey"] = file_key, hkdf(file_key, nonce, b"payload")
        sealed = [payload[i : i + CHUNK + 16] for i in range(0, len(payload), CHUNK + 16)]
        aead = ChaCha20Poly1305(between["payloadKey"])
        text = [aead.decrypt(chunk_nonce(i, i == chunks - 1), each, None) for i, each in enumerate(sealed)]
    except (InvalidTag, ValueError):
        raise Refused("file_refused") from None
    return {"text": b"".join(text).decode()}


def seal_file(given, _):
    scalar, file_key, ephemeral, nonce = drawing(given)
    recipient = raw_public(X25519PrivateKey.from_private_bytes(scalar))
    private = X25519PrivateKey.from_private_bytes(ephemeral)
    share = raw_public(private)
    shared = private.exchange(X25519PublicKey.from_public_bytes(recipient))
    wrapped = ChaCha20Poly1305(wrapping_key(shared, share, recipient)).encrypt(bytes(12), file_key, None)
    text = given["text"].encode()
    aead = ChaCha20Poly1305(hkdf(file_key, nonce, b"payload"))
    chunks = [text[i : i + CHUNK] for i in range(0, len(text), CHUNK)] or [b""]
    sealed = [aead.encrypt(chunk_nonce(i, i == len(chunks) - 1), each, None) for i, each in enumerate(chunks)]
    data = age_header(share, wrapped, file_key) + nonce + b"".join(sealed)
    key = {"size": len(text), "sha256": sha256(data).hex(), "identity": write_identity(scalar)}
    return {"key": key, "ciphertext": to_base64(data)}


# --- The vectors -------------------------------------------------------------------------------------------------------

VECTORS = {}  # by name


def drawing(given):
    """The random bytes of a sealing, in the order of the page."""
    return iter([bytes.fromhex(each) for each in given["random"]])


OPEN = {
    "unlock": lambda given, between: told(unlock(given, between)),
    "unlockWithPasskey": lambda given, between: told(unlock_with_passkey(given, between)),
    "unlockWithRecoveryCode": lambda given, between: told(unlock_with_recovery_code(given, between)),
    "openEntry": open_own_entry,
    "readContent": read_content,
    "kit": open_kit,
    "comparison": compare,
    "left": lambda given, _: {"left": to_base64(sha256(b"left-v1", *sorted(map(str.encode, given["entryIds"]))))},
    "pin": pin,
    "pinnedKey": find_pinned_key,
    "printCode": print_code,
    "sealEntry": seal_entry,
    "sealEnvelope": seal_envelope,
    "sealCopy": seal_copy,
    "openAsSuccessor": open_as_successor,
    "savedCopy": open_copy,
    "openFile": open_file,
    "sealFile": seal_file,
}


OPEN_SEALED = {"sealPackage": open_sealed_package, "sealList": open_sealed_list}


def as_written(value):
    """Bytes as the vectors write them: in lower-case hexadecimal."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {name: as_written(each) for name, each in value.items()}
    if isinstance(value, list):
        return [as_written(each) for each in value]
    return value


def differences(found, expected):
    return [name for name in expected if as_written(found.get(name)) != expected[name]]


def read(vector):
    """What the vector opens. @raises AssertionError with a sentence if that is not what it says"""
    name, given, between = vector["name"], vector["given"], {}
    try:
        if vector["kind"] in OPEN_SEALED:
            opened = OPEN_SEALED[vector["kind"]](given, between, vector["opens"])
        else:
            opened = OPEN[vector["kind"]](given, between)
    except Refused as refused:
        if refused.code == vector.get("refused"):
            return {"refused": refused.code, **refused.detail}
        raise AssertionError(f"{name}: {refused.code} instead of {vector.get('refused', 'opening')}") from None
    if "opens" not in vector:
        raise AssertionError(f"{name}: opens, and should be refused with {vector['refused']}")
    for what in differences(between, vector.get("between", {})) + differences(opened, vector["opens"]):
        raise AssertionError(f"{name}: {what} differs")
    return opened


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)["vectors"]
    VECTORS.update({vector["name"]: vector for vector in vectors})
    print(json.dumps({vector["name"]: read(vector) for vector in vectors}, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(str(error))
    except (KeyError, IndexError, TypeError, ValueError, binascii.Error) as error:
        sys.exit(f"The vectors cannot be read ({type(error).__name__}: {error})")
