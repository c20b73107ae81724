"""Masking: what is masked, what is not, and that nothing of a secret is left anywhere.

The secrets are put together at run time, so that no scanner takes this file for a leak.
"""

from typing import Any

import pytest

from memorist.nodes.secrets.masking import mask, mask_input
from memorist.nodes.secrets.shapes import SHAPES
from tests.growth import assert_linear

LETTERS = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA"

SECRETS: list[tuple[str, str, str]] = [
    ("sql_password", "CREATE USER shop IDENTIFIED BY '{}'", "swordfish"),
    ("seed_phrase", "seed phrase: {}", "legal winner thank year wave sausage worth useful legal winner thank yellow"),
    (
        "private_key",
        "see:\n{}\nthanks",
        "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEow\na\n-----END RSA PRIVATE KEY-----",
    ),
    ("private_key", "{}", "-----BEGIN OPENSSH PRIVATE " + "KEY-----\nb3BlbnNzaC1rZXk"),
    ("private_key", "age key {}", "AGE-SECRET-" + "KEY-1" + "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L" * 2),
    ("aws_key", "the key is {} for the bucket", "AKIA" + "IOSFODNN7EXAMPLE"),
    ("github_token", "clone with {}", "ghp_" + LETTERS),
    ("github_token", "{}", "github_pat_" + LETTERS),
    ("gitlab_token", "CI uses {} now", "glpat-" + LETTERS[:20]),
    ("slack_token", "bot: {}", "xoxb-" + "123456789012-" + LETTERS),
    ("webhook", "post to https://hooks.slack.com/services/{}", "T000/B000/" + LETTERS),
    ("stripe_key", "use {} in prod", "sk_live_" + LETTERS),
    ("stripe_key", "the hook secret is {}", "whsec_" + LETTERS),
    ("model_key", "export KEY={}", "sk-ant-api03-" + LETTERS),
    ("model_key", "{} works", "sk-proj-" + LETTERS),
    ("model_key", "trace with {}", "lsv2_pt_" + LETTERS),
    ("google_key", "maps: {}", "AIza" + LETTERS + "abc"),
    ("registry_token", "publish with {}", "npm_" + LETTERS),
    ("registry_token", "{}", "pypi-" + LETTERS * 2),
    ("mail_key", "mail goes through {}", "SG." + LETTERS[:20] + "." + LETTERS[:20]),
    ("cloud_token", "vault {}", "hvs." + LETTERS),
    ("bot_token", "telegram {}", "123456789:" + "AA" + LETTERS + "xyz"),
    ("json_web_token", "Bearer {}", "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0" + ".abc-DEF_123"),
    ("url_password", "the database is postgres://app:{}@db.internal:5432/app", "s3cr3tpw"),
    ("bearer_token", "Authorization: Bearer {}", LETTERS),
    ("named_secret", "API_KEY={}", LETTERS[:16]),
    ("named_secret", "password: {}", "hunter2secret"),
    ("named_secret", 'client_secret = "{}"', "abcdefghijkl"),
    ("named_secret", '{{"aws_secret_access_key": "{}"}}', "wJalrXUtnFEMI/K7MDENG/bPxRfiCY"),
    ("named_secret", "DB_PASSWORD={}", "correcthorsebattery"),
    ("spoken_password", "the staging password is {}, do not share it", "Tr0ub4dor&3x"),
    ("spoken_password", "The password for the admin panel is {}", "s0mmer2026"),
    ("spoken_password", "wifi password changed to {}", "swordfish9"),
    ("spoken_password", "the db password was rotated to {} yesterday", "s0mmer2026"),
    ("spoken_password", "the admin password changed from {} to something else", "hunter22"),
    ("spoken_password", "log in with the password {} please", "Qw3rty!uiop"),
    ("pin", "the pin for the alarm is {}", "471199"),
    ("payment_card", "my credit card is {}", "4111 1111 " + "1111 1111"),
    ("payment_card", "pay order 12 with {}, it expires in May", "5555-5555-" + "5555-4444"),
    ("payment_card", "Amex {}", "37828" + "2246310005"),
    ("bank_account", "My IBAN is {}", "AT61 1904 " + "3002 3457 3201"),
    ("bank_account", "account no12 is {} for the rent", "DE8937040044" + "0532013000"),
    ("login", "The admin login is root / {}", "toor" + "123"),
    ("login", "log in with deploy:{} on staging", "Summer" + "2024"),
    ("login", "login: admin/{}", "letmein"),
    ("spoken_password", "ssh pw for the pi: {}", "raspberry" + "1"),
    ("named_secret", "pw: {}", "raspberry" + "1"),
    ("memorist_key", "the panel opens with {}", "mk_" + "0123456789ab_" + LETTERS),
    ("service_token", "{} for Grafana", "glsa_" + LETTERS),
    ("service_token", "tracker: {}", "lin_api_" + LETTERS),
    ("github_token", "x_{}", "ghp_" + LETTERS),
    ("cookie", "Set-Cookie: sid={}; Path=/", LETTERS),
    ("command_password", "mysql -u root -p{} shop", "Hunter2" + "abc"),
    ("command_password", "curl -sS -u admin:{} https://example.com", "Hunter2" + "abc"),
    ("command_password", "sshpass -p {} ssh pi@host", "Hunter2" + "abc"),
    ("command_password", "psql --password {} shop", "Hunter2" + "abc"),
    ("url_password", "We use postgres://app:{}@db.internal/app for the shop", "p@ss" + "1word"),
    ("named_secret", "PGPASSWORD={} psql -h db", "Hunter2" + "abc"),
    ("named_secret", "clientSecret={} for the login", "Zx81k" + "Q9vLm22"),
    ("named_secret", '{{"body": "{{\\"password\\":\\"{}\\"}}"}}', "Hunter2" + "abc"),
    ("named_secret", "**Password:** {}", "Hunter2" + "abc"),
    ("named_secret", "| password | {} |", "Hunter2" + "abc"),
    ("named_secret", "settings.xml has <password>{}</password> in it", "Hunter2" + "abc"),
    ("named_secret", "password={}", "$Zk8i" + "qLm20xPw93"),
    ("named_secret", "DB_PASSWORD={}", "@Zk8i" + "qLm20xPw93"),
    ("named_secret", "AccountName=a;AccountKey={};", "abcd1234" * 8),
    ("named_secret", "Passwort: {}", "Hunter2" + "abc"),
    ("private_key", "{}", "-----begin rsa private " + "key-----\nMIIEow\n(cut; see [masked aws key] above)"),
    ("pin", "My PIN: {} is for the alarm", "48213"),
    ("payment_card", "My card is {}, keep it", "4111\u00a01111\u00a0" + "1111\u00a01111"),
    ("passphrase", "The passphrase is {}", "correct horse " + "battery staple"),
    ("passphrase", "the passphrase for the vault is {} and we rotate it monthly", "correct horse " + "battery staple"),
    ("crypt_hash", "root:{}:19000", "$6$saltsalt$" + LETTERS * 2),
    ("crypt_hash", "{}", "$2b$12$" + LETTERS + "abcdefghij"),
    ("crypt_hash", "deploy:{}", "$apr1$abcdefgh$" + LETTERS[:22]),
    ("signed_address", "https://b.example/k?X-Amz-Signature={}", "0123456789abcdef" * 4),
    ("signed_address", "https://x.example/c?sv=2022&sig={}", LETTERS + "%3D"),
    ("url_token", "https://{}@github.com/a/b.git", LETTERS),
    ("wallet_key", "{}", "xprv" + "9s21ZrQH143K3QTD" * 6 + "abcdefghij"),
    ("wallet_key", "spend it: {}", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1" + "jvhTVqvbTLvyTJ"),
    ("wallet_key", "{} is the private key", "0x" + "4c0883a6" * 8),
    ("one_time_code", "your verification code is {}", "883920"),
    ("one_time_code", "The TAN is {}", "883 920"),
    ("backup_codes", "2FA backup codes: {}", "8f3k-29dk 93kd-02kd"),
    ("backup_codes", "recovery key: {}", "123456-234567-345678-456789"),
    ("backup_codes", "license key {}", "ABCDE-12345-FGHIJ-67890"),
    ("card_code", "exp 12/29, CVV {}", "737"),
    ("social_security_number", "my SSN is {}", "078-05-1120"),
    ("passphrase", "the password is kept in the vault, the passphrase is {}", "correct horse " + "battery staple"),
]

HARMLESS = [
    "We use JWT for auth and rotate the token every 24 hours",
    "Never commit API keys to the repository",
    "Our API key is stored in Vault",
    "The token expires after 15m",
    "The token is 24-hours valid",
    "Passwords are hashed with argon2id and the token is SHA-256 hashed",
    "password: minimum 12 characters",
    "token: string; apiKey: process.env.API_KEY",
    "Set API_KEY=<your key> or API_KEY=${KEY}",
    "password = getpass()",
    "The access token is in auth.ts",
    "The secret is documented in OPS-1234",
    "The token refresh fails in v4.1.2 on 2026-02-01",
    "The commit is 5a9b2f3c703cce616f18a5eba8e233e77099e250",
    "The pin is stuck and the pinned version was 4.1",
    "We moved from scikit sk-learn to sk-something-else-entirely-long",
    "See https://example.com/docs?x=1 and git@gitlab.com:team/app.git",
    "key: value pairs, token counts and the secretary's calendar",
    "The keyboard shortcut is Ctrl+K2 and the monkey is 3yearsold",
    "Use Basic auth for the status page",
    "The bearer of bad news is always the build server",
    "I passed the exam; the password manager is 1Password",
    "the password policy is 12 characters",
    "the password is at least twelve characters long",
    "the passphrase is rotated monthly",
    "The passphrase is stored in the vault",
    "The passphrase is four random words",
    "the passphrase is too short for the new policy",
    "order number 4111 1111 1111 1112 is late",
    "order 1234 5678 9012 3452 is late",
    "the tracking id is 20260201140000 and the time 1763942400000",
    "Call +43 660 1234567 or 0043 660 1234567",
    "AT61 1904 3002 3457 3202 was a typo",
    "login is via Google",
    "the login is via Google/GitHub",
    "login: SSO/SAML",
    "The login page is http://localhost:8080/login",
    "credentials for db config/prod2.yml and the login is at 10:30",
    "the pw manager is 1Password",
    "password=$DB_PASSWORD and token=${TOKEN}",
    "See http://localhost:8080/assets/logo@2x.png and https://example.com:443/users/@me",
    "| token | string | 24 hours |",
    "if token > limit then wait, and if secret <= best then stop",
    "curl -u admin https://example.com",
    "install @scope/token-helper and set token: @auth/token",
    "the mysql -port option",
    "the run 50384a12-a72d-5518-be53-123456789012 is in the log",
    "docker run mysql -p3306:3306 and redis-cli -a flag is deprecated",
    "kubectl create secret generic x --secret app-config2",
    "Cookie: theme=darkmode2024",
    "git clone https://github.com:org/repo@v2.0",
    "password>=12chars is the rule",
    "nginx:1.25alpine3 and node:20-bookworm2@sha256 are pinned, see ops@v2.example",
    "The verification code path has 200 lines and the TAN field 40 characters",
    "license key management for 2024-2025 and recovery codes in 3 steps",
    "https://shop.example/?key=PROJ-123&page=2 and https://mira@example.com/notes",
    "Add the token\nuser,password\nNone,type2 of three",
    "| token | lifetime |\n|---|---|\n| access | 15m |\n| refresh | 30days |",
    "def f(key, token):\n    g(key2, token2),\n    h(key3, t0ken3x)",
    "the deploy2 job is a token holder and v2beta3 is the key release",
    "set password -> see wiki",
    "SGVsbG8gd29ybGQsIHRoaXMgaXMgZmluZQ== is a greeting",
    "secret_rotation_interval_days_90 and secret_manager_v2_migration_2026 and phc_events_2024_archive_of_eu",
    "The GPIO pin is next to pin 12 and the BCM pin = 2040",
]


@pytest.mark.parametrize(("kind", "around", "secret"), SECRETS, ids=[f"{n}-{k}" for n, (k, _, _) in enumerate(SECRETS)])
def test_a_secret_is_masked_and_nothing_of_it_is_left(kind: str, around: str, secret: str) -> None:
    text, found = mask(around.format(secret))
    assert kind in {one.kind for one in found}
    assert secret not in text
    assert not any(line in text for line in secret.splitlines() if len(line) > 5)
    before, _, after = around.format("\0").partition("\0")
    assert text.startswith(before.split("=")[0][:6])
    assert "[masked " in text
    assert after == "" or text.endswith(after[-5:])


@pytest.mark.parametrize("text", HARMLESS)
def test_words_about_secrets_stay(text: str) -> None:
    assert mask(text) == (text, ())


def test_every_shape_has_an_example() -> None:
    assert {shape.kind for shape in SHAPES} == {kind for kind, _, _ in SECRETS}


def test_masking_twice_changes_nothing() -> None:
    for _, around, secret in SECRETS:
        once, _ = mask(around.format(secret))
        assert mask(once) == (once, ())


@pytest.mark.parametrize(
    "given",
    [
        {"attributes": {"dbPassword": "swordfishy"}},
        {"attributes": {"API Key": "swordfishy"}},
        {"attributes": {"passwords": ["swordfishy"]}},
        {"attributes": {"password": {"stringValue": "swordfishy"}}},
        {"attributes": [{"key": "db.password", "value": {"stringValue": "swordfishy"}}]},
        {"attributes": [{"Name": "X-Api-Key", "Value": "swordfishy"}]},
    ],
)
def test_a_value_is_masked_whose_name_says_that_it_is_a_secret(given: dict[str, Any]) -> None:
    masked, found = mask_input(given)
    assert "swordfishy" not in str(masked)
    assert [one.kind for one in found] == ["named_secret"]


@pytest.mark.parametrize("name", ["nextPageToken", "useCredentials", "cancellationToken", "max_tokens", "tokenizer"])
def test_a_name_that_only_sounds_like_one_stays(name: str) -> None:
    assert mask_input({"attributes": {name: "swordfishy"}}) == ({"attributes": {name: "swordfishy"}}, ())


def test_every_text_of_an_input_is_masked_and_the_place_named() -> None:
    token = "ghp_" + LETTERS
    given: dict[str, Any] = {
        "kind": "observation",
        "events": [{"body": f"pushed with {token}", "attributes": {"http.authorization": "abcdefgh", "count": 3}}],
    }
    masked, found = mask_input(given)
    assert token not in str(masked)
    assert "abcdefgh" not in str(masked)
    assert {(one.kind, one.field) for one in found} == {
        ("github_token", "events.0.body"),
        ("named_secret", "events.0.attributes.http.authorization"),
    }
    assert masked["events"][0]["attributes"]["count"] == 3


HOSTILE = ("password ", "a://", "eyJ", "token = ", "-----BEGIN PRIVATE KEY-----", "a\u03b1", "a/", "?key=", "pass='1")
HOSTILE_LINES = (
    "pass a\n",
    "code 123",
    "ssh a.b ",
    "user a pass ",
    "pin for a ",
    "token (a",
    "Private-Lines: 1 a",
    "aa:1b/",
    "kind: Secret\n",
    "pass|a\n",
    "password: ''",
)


@pytest.mark.parametrize("unit", [*HOSTILE, *HOSTILE_LINES])
def test_a_hostile_text_is_masked_in_linear_time(unit: str) -> None:
    assert_linear(lambda length: mask((unit * length)[:length]), 40_000)


@pytest.mark.parametrize("piece", ["sk-", "eyJaaaaaaaa-", "a.", "a-", "_", "password_", "bearer ", "-----BEGIN A "])
def test_a_very_long_text_of_almost_secrets_takes_no_more_than_its_length(piece: str):
    # What looks at the whole rest from each place would keep a turn waiting for many minutes here.
    hints = " private key sk- :// password bearer token eyj"
    text, found = mask(piece * (60_000 // len(piece)) + hints + " and api_key=Zk81qLm20xPw93")
    assert text.endswith("api_key=[masked named secret]")
    assert [one.kind for one in found] == ["named_secret"]


TOKEN = "ghp_" + LETTERS
SPELLINGS = {
    "zero width": TOKEN[:14] + "\u200b" + TOKEN[14:],
    "soft hyphen": TOKEN[:14] + "\u00ad" + TOKEN[14:],
    "full width": "".join(chr(ord(each) + 0xFEE0) if each.isalnum() else each for each in TOKEN),
    "a line break": TOKEN[:20] + "\n" + TOKEN[20:],
    "escaped": "ghp%5F" + LETTERS,
}


@pytest.mark.parametrize("spelling", list(SPELLINGS))
def test_a_token_in_another_spelling_is_masked(spelling: str) -> None:
    masked, found = mask(f"clone with {SPELLINGS[spelling]} today\nthanks")
    assert masked == "clone with [masked github token] today\nthanks"
    assert [(one.kind, one.count) for one in found] == [("github_token", 1)]


SEED = "legal winner thank year wave sausage worth useful legal winner thank yellow"


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("Das Passwort lautet {}", "Sommer2026"),
        ("Mein Passwort ist jetzt {}", "hunter22x"),
        ("Das Kennwort für den Server ist {}", "s0mmer26"),
        ("Le mot de passe est {}", "s0leil2026"),
        ("mot de passe du wifi : {}", "s0leil2026"),
        ("CREATE USER shop IDENTIFIED BY '{}'", "swordfish"),
        ("ALTER ROLE shop WITH PASSWORD '{}'", "swordfish"),
        ('<add key="Password" value="{}"/>', "hunter2"),
        ("My card PIN is {}", "4711"),
        ("the PIN for the garage is {}", "4711"),
        ("PIN {}", "4711"),
        ("Die PIN lautet {}", "4711"),
        ("my SIM pin changed to {}", "0815"),
        ("seed phrase: {}", SEED),
        ("my wallet recovery phrase is {}", SEED),
        ("grafana uses {}", "glsa_" + LETTERS + "_1a2b3c4d"),
        ("minha senha é {}", "Xq7vR2mK"),
        ("мой пароль {}", "Xq7vR2mK"),
        ("moje hasło to {}", "Xq7vR2mK"),
        ("我的密码是{}", "Xq7vR2mK"),
        ("パスワードは{}です", "Xq7vR2mK"),
        ("p\u0430ssword: {}", "Tr0ub4dor"),
        ("login admin / {}", "Tr0ub4dor"),
        ("wifi: HomeNet / {}", "swordfish77"),
        ("admin:{}@db.internal", "Tr0ub4dor"),
        ("creds: admin {}", "Tr0ub4dor"),
        ("Password\n\n{}", "Tr0ub4dor"),
        ("export DB_PASS='{}'", "Tr0ub4dor x"),
        ("db:\n  password: |\n    {}", "Tr0ub4dor"),
        ("password = '''{}'''", "Tr0ub4dor"),
        ("ansible_become_pass: {}", "Tr0ub4dor"),
        ("password -> {}", "Tr0ub4dor"),
        ("passw0rd is {}", "Tr0ub4dor"),
        ('cfg.setPassword("{}")', "Tr0ub4dor"),
        ("ConvertTo-SecureString '{}' -AsPlainText", "Tr0ub4dor"),
        ("<input type=password value='{}'>", "Tr0ub4dor"),
        ("kind: Secret\ndata:\n  db: {}\n", "VHIwdWI0ZG9y"),
        ("| user | password |\n|---|---|\n| bob | {} |", "Tr0ub4dor"),
        ("user,password\nbob,{}", "Tr0ub4dor"),
        ("openssl enc -k {}", "Tr0ub4dor"),
        ("7z x -p{} a.7z", "Tr0ub4dor"),
        ("zip -P {} a.zip f", "Tr0ub4dor"),
        ("gh secret set X --body {}", "Tr0ub4dor"),
        ("echo {} | sudo -S ls", "Tr0ub4dor"),
        ("echo 'root:{}' | chpasswd", "Tr0ub4dor"),
        ("useradd -p {} bob", "Tr0ub4dor"),
        ("net use Z: \\\\s\\x {} /user:bob", "Tr0ub4dor"),
        ("use {} as the password", "Tr0ub4dor"),
        ("PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n{}", "AAABAQCabcdefabcd"),
        ("the card is {}", "4111.1111." + "1111.1111"),
        ("the note is {}", "cGFzc3dvcmQ9" + "VHIwdWI0ZG9y"),
    ],
)
def test_secrets_of_more_languages_and_files_are_masked(said: str, secret: str) -> None:
    masked, found = mask(said.format(secret))
    assert secret not in masked
    assert len(found) == 1
    assert mask(masked) == (masked, ())


NO_SECRETS = (
    "pin numpy to 2024", "Pin the version to 1234 please", "the PIN is wrong", "The password is too short",
    "Das Passwort ist abgelaufen", "Das Passwort ist falsch", "Le mot de passe est trop court", "PIN pad model X1000",
    "Identified by the team as a risk", "IDENTIFIED BY 'password'", '<add key="Mode" value="dark"/>',
    "seed data loads users orders items carts", "the seed words for tests live in tests/seeds.txt", "pin code entry",
    "Café crème — naïve", "日本語のテキスト。全角　スペース", "https://example.org/a%20b%2Fc?x=%5Fy", "issue 1234",
    "A longish\nidentifier_name\nother_identifier", "emoji 👩‍👩‍👧 family", "Room 4711 is booked", "GPIO pin 12",
    "our pinboard has 1200 posts", "IDENTIFIED BY '<password>'", "The key is under the mat", "100% of users",
    "The recovery plan covers backups, restores and the drills that the team holds every quarter in the office",
    "backup jobs run every night and copy data files into cold storage bins that stay there",
    '<add key="Password" value="{placeholder}"/>', "Der Token ist abgelaufen", "Das Kennwort für den Server ist neu",
)  # fmt: skip
FRAMES = ("{}", "- {}", "We noted: {}. Thanks!", "{} (see the wiki)")


@pytest.mark.parametrize("said", NO_SECRETS)
def test_what_is_no_secret_stays_as_it_is(said: str) -> None:
    for frame in FRAMES:
        assert mask(frame.format(said)) == (frame.format(said), ())


ANNOUNCED = (
    ("Guest wifi password (5 GHz): {}", "birch-2031"),
    ("my netflix password's {}", "Otter#19x"),
    ("the passcode for the shed, if you need it, is {}", "Maple-7731"),
    ("ssh root@172.16.4.2 {}", "jX8$kP2q"),
    ("le mot de passe wifi (salon) : {}", "Olive-1999"),
    ("{} is your Uber code", "8812"),
    ("the debit card's PIN is {}", "7719"),
    ("das WLAN-Passwort: {}", "Sommer-2026"),
    ('psql "host=db user=app password={} dbname=x"', "p5ssQx9"),
    ("api secret {}", "d41d8cd98f00b204e9800998ecf8427e"),
    ("The creds (user/pw): admin/{}", "tR5yU6iO"),
    ("Password is on the next line:\n{}", "xC5vB6nQ!"),
    ("user mira pass {}", "S3cure#Lamp"),
    ("the pin's {}", "9182"),
    ("{} is your Google code", "G-771204"),
    ("2fa seed {}", "JBSWY3DPEHPK3PXQ"),
    ("rdp box 10.0.0.4 Administrator {}", "gH7jK8lP!"),
    ("the router password's {}", "Lantern-88"),
    ("Passwort WLAN (Gäste): {}", "Garten-2025"),
    ("wifi pw (guest network): {}", "fjord-1987"),
    ("The password, as of today, is {}", "Zebra-4471"),
    ("password for the NAS - {}", "Winter-2024"),
    ("Passwort vom Router lautet: {}", "Kiesel-77x"),
    ("pw = {}", "q7wertz"),
    ('password="{}"', "v2xkLm9"),
    ("login (admin): {}", "bN7mK3pQ"),
    ("Here's the password:\n{}", "kT4mZ9pL!"),
    ("The API key is below.\n\n{}", "a8f5f167f44f4964e6c998dee827110c"),
    ("Das Passwort steht in der nächsten Zeile:\n{}", "hU8kL2mN!"),
    ("the token follows:\n  {}", "q9XvT2bLm4"),
    ("username ana password {}", "Blue7Kite"),
    ("user: ana, pass: {}", "t0pHat99"),
    ("usr deploy pwd {}", "Kite_77Sky"),
    ("ftp host 192.168.1.20 backup {}", "mP4$kLq9"),
    ("ssh deploy@10.1.2.3 pw {}", "vT7!nQ2w"),
    ("vpn vpn.example.com jonas {}", "R4x!tYp0"),
    ("mail account nina@example.com {}", "xW3@pLk8"),
    ("credentials (login/password): root/{}", "zX9cV2bN"),
    ("Pin's {}", "4417"),
    ("her card's pin is {}", "5512"),
    ("the pin's now {}", "60213"),
    ("alarm pin {}", "8841"),
    ("pin for the gate = {}", "2290"),
    ("{} is your Amazon OTP", "448201"),
    ("{} is your verification code", "552017"),
    ("Use {} as your Microsoft security code", "3391827"),
    ("{} ist dein Bestätigungscode", "G-221947"),
    ("Your WhatsApp code: {}", "482-193"),
    ("Your login code is {}", "774120"),
    ("TOTP secret {}", "KRSXG5CTMVRXEZLU"),
    ("authenticator key: {}", "GEZDGNBVGY3TQOJQ"),
    ("2FA setup key {}", "JBSW Y3DP EHPK 3PXP"),
    ("mfa secret is {}", "nb2w45dfoizgk3tu"),
    ("client secret {}", "9f86d081884c7d659a2feaa0c55ad015"),
    ("psql host=db user=app password={}", "k8sQx9vv"),
    ("PASSWORD={}", "es6LintX"),
    ("password: {}", "Herbst-2025"),
    ("mot de passe wifi : {}", "Jardin-2024"),
    ("contraseña del wifi: {}", "Verano-2026"),
)


@pytest.mark.parametrize(("said", "secret"), ANNOUNCED)
def test_what_the_words_announce_is_masked(said: str, secret: str) -> None:
    masked, found = mask(said.format(secret))
    assert secret not in masked
    assert len(found) == 1
    assert mask(masked) == (masked, ())


SPOKEN_OF = [
    "Password rules:\nmin12chars",
    "Password for the demo - see 1Password",
    "server api.example.com runs Node20LTS",
    "The password field (max 64): text2speech is next",
    "Your Java code is 44120 lines",
    "The secrets are described below:\nsee docs/v2",
    "The pin's broken 4417 times",
    "The commit d41d8cd98f00b204e9800998ecf8427e00000000 broke the login",
    "commit 5a9b2f3 fixes the password reset",
    "the pin is loose",
    "the pin's loose again",
    "the pin's 2 mm too short",
    "pass the salt",
    "pass S3 bucket names as arguments",
    "Pass Node20LTS to the build",
    "user story US-1234 pass",
    "my boarding pass AB12345 is for gate B7",
    "ski pass 2026 costs 480 euros",
    "mountain pass at 2400m",
    "The password reset ships in v2.4.1-rc3",
    "password reset ticket: OPS-2214",
    "Ticket for the password bug: SEC-331",
    "order number G-771204 is your order",
    "G-771204 is your booking number",
    "AB-2291 is your part number",
    "771204 is your customer number",
    "4711 is your room",
    "The zip code is 10115",
    "the dress code is 2026-style",
    "Your code is 200 lines long",
    "your code review is 48 minutes late",
    "error code 500123 is your problem",
    "the area code is 0664",
    "country code 0043",
    "The QR code is 120 px",
    "promo code SUMMER2026 gives 10 percent",
    "discount code is WELCOME10",
    "product code is AX-22817",
    "source code is 44120 lines",
    "The md5 of the file is d41d8cd98f00b204e9800998ecf8427e",
    "sha256 sum 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "the etag is 33a64df551425fcc55e4d42a148795d9f25f8974",
    "seed 20260201 for the random generator",
    "seed data for 2fa tests is in tests/seed2.sql",
    "the random seed is 1337",
    "tomato seed A2-Roma15 from the catalogue",
    "rdp box 10.0.0.4 runs Windows11Pro",
    "ssh box 10.0.0.4 has Ubuntu22LTS",
    "vpn server 10.2.0.1 uses WireGuard2",
    "ftp server is vsftpd-3.0.5",
    "the login page uses OAuth2Provider",
    "user mira passed S3 certification",
    "user mira pass rate 87%",
    "creds (user/pw): see the vault",
    "creds (user/pw): kept in 1Password",
    "The creds (user/pw): admin/same as before",
    "Password is on the next line of the form",
    "Password is on the next line:\nSee the vault",
    "The API key is below the table\nVersion 2.4.1",
    "The token follows RFC6750",
    "the token follows the pattern abc-123",
    "secret santa 2026 is on December 14th",
    "api secret rotation is every 90 days",
    "the api secret page v2 is slow",
    "api secrets live in Vault1Cluster",
    "the secret to good bread is 24h of rest",
    "password policy: min12chars",
    "WLAN-Passwort: siehe Handbuch2",
    "Das WLAN-Passwort: steht auf der Rückseite",
    "Das Passwort: mindestens 12-stellig",
    "password length: 12-16",
    "password rotation: Q3-2026",
    "password expires: 2026-10-01",
    "Passwort-Ablauf: Oktober-2026",
    "host=db user=app dbname=x port=5432",
    "The iPhone15Pro has a new passcode screen",
    "Model WH-1000XM5 serial S01-8842371-B",
    "serial number C02XK1JHJGH5",
    "part number 7KG9501-0AA31-2AA1",
    "IMEI 356938035643809 belongs to Jonas",
    "flight OS 201 booking XK7P2Q",
    "our booking reference is QX7TR2",
    "the VIN is WVWZZZ1JZXW000001",
    "UUID 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "image tag api:2026.02.01-3f2a9c1",
    "our API key management moved to KMS2Service",
    "The admin is Jonas2 on Slack",
    "login time 10:30:22, logout 11:02:09",
    "account number 4 of the user guide",
    "user ana reported bug #4412 in v3.2b",
    "user ana bought WH-1000XM5",
    "account ana@example.com has 24GB5 quota",
    "the authenticator app is Authy2",
    "recovery key management in BitLocker2Go",
    "the safe's combination lock is a Burg-Wächter C2-Line",
    "The PIN's length is 4",
    "PIN's 4 digits long",
    "the pins 2 and 14 are wired",
    "pin 9182 nails to the board",
    "bowling pin 1234",
    "pin it to 4417 somehow",
]


@pytest.mark.parametrize("said", SPOKEN_OF)
def test_a_number_or_word_beside_the_name_of_a_secret_stays(said: str) -> None:
    assert mask(said) == (said, ())
