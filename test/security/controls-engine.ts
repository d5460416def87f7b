/**
 * The part of the list of controls that lies in the engine, in files that go out and come in, in links, updates and what is installed. Not here:
 * pages and shells, and the whole list (controls.ts).
 */
import type { Control, Edit, Proof } from './control-list.ts';

const at = (file: string, test: string): Proof => ({ file, test });
const swap = (file: string, from: string, to: string): Edit => ({ file, from, to });

const SECRETS = 'test/security/secrets.test.ts';
const ENGINE = 'test/security/engine.test.ts';
const CANARY = 'test/security/canary.test.ts';
const DISPATCH = at(
  'test/integration/dispatch.test.ts',
  'is in no file of the data folder, no answer, no event and no log line, also when the server echoes it',
);
const ORIGIN = at('test/backend/api/transport/origin.test.ts', '* is refused with a sentence');
const REDIRECT = at(
  'test/backend/api/transport/faults.test.ts',
  'a redirect is not followed: the other server sees nothing',
);
const NAMED = at('test/backend/api/transport/faults.test.ts', 'named: *');
const CERTIFICATES = at(
  'test/backend/api/transport/faults.test.ts',
  'a certificate that is *: named, and no byte of the request was sent',
);
const TRANSPORT = 'src/backend/api/transport/transport.ts';
const LINKS = at(
  'test/main/desktop/tables.test.ts',
  'of random pieces show a screen of the list with one segment, or nothing',
);
const SPELLINGS = at(
  'test/regression/console/secret-spellings.test.ts',
  'in * random texts and in every spelling is masked, and the rest is left',
);
const BOOKS_FILE = 'test/backend/workers/exports/books-file.test.ts';
const SEALED = at(BOOKS_FILE, 'is sealed, leaves nothing unsealed beside it, and tells how far it is');
const UNSEALED = at(BOOKS_FILE, 'refuses *, and leaves nothing');
const CHOSEN_FOLDER = 'src/backend/files/writing/chosen-folder.ts';
const FOLDERS = 'test/backend/files/writing/chosen-folder.test.ts';
const FOLDER_TOLD = at(FOLDERS, 'what is the matter with a folder is told, and a hundred names that are taken');
const FOLDER_LINKS = at(
  FOLDERS,
  'nothing is written through a link, over a folder, or over a manifest that lies there alone',
);
const LOCK = 'test/security/lock.test.ts';
const LOCKED_CALLS = at(LOCK, 'every other call is refused, to this window, another and a script, whatever is asked');
const LOCKED_EVENTS = at(LOCK, 'no event reaches any window; what happened is there, and told, once it is open');
const LOCK_WAITS = at(
  'test/backend/engine/lock.test.ts',
  'costs a wait after the third, twice as long each time, to an end; the right one is not looked at meanwhile',
);
const UPDATES = 'test/updates/refusals.test.ts';
const REPLAYED = at(
  'test/updates/life.test.ts',
  'an old list that is signed and still counts is refused, in a later run too',
);
const UPDATES_VERIFIED = at(
  'test/updates/network.test.ts',
  'no word of the environment has a certificate believed that nobody vouches for',
);

const WINDOWS_FOLDER = at('test/regression/console/windows-data-folder.test.ts', 'the data on Windows');
const WINDOWS_LIST = at(
  'test/regression/console/windows-data-folder.test.ts',
  'lets in the user and the system, by number, and inherits nothing',
);
const KEYTAR_SOURCE = at(
  'test/security/supply-chain.test.ts',
  'keytar’s binary is not fetched: it is compiled from the source that the lock names',
);
const OTHER_NODE = at('test/security/supply-chain.test.ts', 'another Node under that name and version is not run');
const RELEASE_INSTALL = at(
  'test/package/workflows.test.ts',
  'runs no program of a package but keytar’s, which is compiled',
);

export const ENGINE_CONTROLS: readonly Control[] = [
  {
    id: '10',
    control: 'No call returns the key; what the API echoes is masked',
    where: ['src/backend/api/transport/secret.ts', TRANSPORT, 'src/contract/calls/profiles.ts'],
    proofs: [
      DISPATCH,
      at(CANARY, 'takes the key from its screen and lets go of it'),
      at(CANARY, 'lets the key out on no channel, and leaves it nowhere'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap(TRANSPORT, 'const maskKey = maskOf(key);', 'const maskKey: Mask = (text) => text;')],
        fails: DISPATCH,
      },
    ],
  },
  {
    id: '11',
    control:
      'The key is in no log, file, database, export, address, command line, environment or temporary file, in any spelling',
    where: ['src/backend/log.ts', 'src/backend/engine/keyring.ts'],
    proofs: [
      at(CANARY, 'repeats nothing of the key that the server sends back, and leaves it nowhere'),
      DISPATCH,
      at(SECRETS, 'never cuts a stack, however often the secret stands in it'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/backend/log.ts', 'sink.write(redactor.clean(line))', 'sink.write(line)')],
        fails: at(SECRETS, 'never cuts a stack, however often the secret stands in it'),
      },
    ],
  },
  {
    id: '12',
    control: 'Of an error of the HTTP client its code is kept, and nothing that hangs on it',
    where: ['src/backend/api/transport/errors.ts', 'src/backend/log.ts'],
    proofs: [
      at(SECRETS, '* leaves its code, and nothing of the request'),
      at(SECRETS, 'in the log has its name and its stack, and nothing that hangs on it'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap('src/backend/api/transport/errors.ts', '/^[A-Z0-9_]{2,64}$/.test(error.code)', "error.code !== ''"),
        ],
        fails: at(SECRETS, '* leaves its code, and nothing of the request'),
      },
      {
        edits: [
          swap(
            'src/backend/log.ts',
            'return { error: error.name, stack: error.stack };',
            'return { error: error.name, stack: error.stack, more: JSON.stringify(Object.entries(error)) };',
          ),
        ],
        fails: at(SECRETS, 'in the log has its name and its stack, and nothing that hangs on it'),
      },
    ],
  },
  {
    id: '13',
    control: 'The log is redacted by known value in every spelling, and by the names of headers; stacks stay whole',
    where: ['src/backend/log.ts', 'src/backend/api/transport/secret-spellings.ts'],
    proofs: [SPELLINGS, at(SECRETS, 'takes what stands under the name of a header, also when nobody told the value')],
    tier: 'here',
    removals: [
      // One spelling after the other is forgotten.
      ...[
        ['replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)', 'toUpperCase()'],
        ['`${REFERENCE}${name === undefined ? number : `(?:${number}|${name})`}(?:;|%3[bB])?`', "'$^'"],
        [
          'spelling((most) => anyWay(text, most), ZERO, text.length)',
          "spelling((most) => anyWay(text, most), '', text.length)",
        ],
        ['...encodings.flatMap(base64Of),', ''],
        ['...encodings.map((bytes) => listOf(bytes, hexOf, GAP, 50)),', ''],
        ['...encodings.map((bytes) => listOf(bytes, decimalOf, COMMA, 100)),', ''],
        [
          "const encodings = [Buffer.from(secret, 'utf8'), big, little];",
          "const encodings = [Buffer.from(secret, 'utf8')];",
        ],
        ['return [0, 1, 2].map((lead) => {', 'return [0, 1].map((lead) => {'],
      ].map(([from = '', to = '']) => ({
        edits: [swap('src/backend/api/transport/secret-spellings.ts', from, to)],
        fails: SPELLINGS,
      })),
      {
        edits: [swap('src/backend/log.ts', 'return cleaned.replaceAll(HEADER, `$1$2${MASK}`);', 'return cleaned;')],
        fails: at(SECRETS, 'takes what stands under the name of a header, also when nobody told the value'),
      },
    ],
  },
  {
    id: '14',
    control:
      'An address of the API is https, or http on this machine; no user, query or fragment; no other spelling of an IP address',
    where: ['src/backend/api/transport/origin.ts'],
    proofs: [ORIGIN],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/backend/api/transport/origin.ts',
            "if (authority.includes('@')) return issue('The address must not contain a user name or a password.');",
            '',
          ),
        ],
        fails: ORIGIN,
      },
      {
        edits: [
          swap('src/backend/api/transport/origin.ts', 'IPV4.test(host) && typed !== host', 'host === typed.slice(1)'),
        ],
        fails: ORIGIN,
      },
    ],
  },
  {
    id: '15',
    control:
      'A key is bound to its origin: no call gives a profile another address, and a client sends to one origin only',
    where: ['src/contract/calls/profiles.ts', 'src/backend/api/endpoints/endpoints.ts'],
    proofs: [
      at(ENGINE, 'no call gives another address to a profile that is there'),
      at(ENGINE, 'another profile with another address gets its own key, and never the one of before'),
      at(
        'test/backend/api/endpoints/client.test.ts',
        'a path before /api/v1 is kept, and the key is bound to its origin',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/contract/calls/profiles.ts',
            'z.strictObject({ id, ...LOOK, seen: z.strictObject(LOOK).optional() }),',
            'z.strictObject({ id, ...LOOK, baseUrl: z.string().optional(), seen: z.strictObject(LOOK).optional() }),',
          ),
        ],
        fails: at(ENGINE, 'no call gives another address to a profile that is there'),
      },
    ],
  },
  {
    id: '16',
    control:
      'No redirect is followed: each is an answer that is not the API’s, a request is sent once, and a client knows one origin',
    where: [TRANSPORT],
    proofs: [REDIRECT, NAMED],
    tier: 'here',
    removals: [
      { edits: [swap(TRANSPORT, 'if (status >= 300 && status < 400) {', 'if (status === 0) {')], fails: NAMED },
    ],
  },
  {
    id: '17',
    control:
      'Certificates are always checked, against the system’s authorities too, behind a proxy as well and whatever the environment says; a proxy gets CONNECT alone, and nothing of a request is written before',
    where: [
      'src/backend/api/transport/tunnel.ts',
      'src/backend/api/transport/network.ts',
      'src/backend/api/transport/reach.ts',
      'src/shell/authorities.ts',
    ],
    proofs: [
      CERTIFICATES,
      at('test/backend/api/transport/tunnel.test.ts', 'no word of the environment switches the check off'),
      UPDATES_VERIFIED,
      at('test/integration/profiles/proxy.test.ts', 'tries a key and reads a business through it'),
      at('test/security/sources.test.ts', 'nowhere'),
    ],
    tier: 'here',
    note: 'on a real runtime: its resolveProxy and the stores of macOS and Windows',
    removals: [
      {
        edits: [
          swap(
            'src/backend/api/transport/tunnel.ts',
            'maxCachedSessions: 0,',
            'maxCachedSessions: 0, rejectUnauthorized: false,',
          ),
          swap('src/backend/api/transport/tunnel.ts', ' && socket.authorized', ''),
        ],
        fails: CERTIFICATES,
      },
      {
        // Then the environment decides.
        edits: [swap('src/backend/api/transport/tunnel.ts', ' && socket.authorized', '')],
        fails: UPDATES_VERIFIED,
      },
    ],
  },
  {
    id: '18',
    control: 'A key is printable ASCII without spaces, trimmed, before it is stored or sent',
    where: ['src/backend/api/transport/origin.ts'],
    proofs: [
      at(SECRETS, 'a key that could end a header, or begin another, is refused before it is stored, and not quoted'),
      at('test/backend/api/transport/origin.test.ts', 'printable ASCII without spaces, 8 to 512 characters, trimmed'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/backend/api/transport/origin.ts', 'if (!/^[\\x21-\\x7e]+$/.test(key))', "if (key === '')")],
        fails: at(
          SECRETS,
          'a key that could end a header, or begin another, is refused before it is stored, and not quoted',
        ),
      },
    ],
  },
  {
    id: '19',
    control:
      'An id is one segment of the intended path; “.” and “..” are refused; an answer about another record is not taken',
    where: ['src/backend/api/endpoints/endpoints.ts'],
    proofs: [
      at(
        'test/backend/api/endpoints/client.test.ts',
        'hostile ids reach exactly one segment of the intended path, or are refused',
      ),
      at('test/backend/api/endpoints/client.test.ts', 'an answer about another record is not taken'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/backend/api/endpoints/endpoints.ts',
            'if (!isTheOne(reading.record)) return',
            'if (payload.status === 0) return',
          ),
        ],
        fails: at('test/backend/api/endpoints/client.test.ts', 'an answer about another record is not taken'),
      },
      {
        edits: [
          swap(
            'src/backend/api/endpoints/endpoints.ts',
            'return success(encodeURIComponent(ident));',
            'return success(encodeURI(ident));',
          ),
        ],
        fails: at(
          'test/backend/api/endpoints/client.test.ts',
          'hostile ids reach exactly one segment of the intended path, or are refused',
        ),
      },
      {
        edits: [swap('src/backend/api/endpoints/endpoints.ts', " || ident === '.' || ident === '..'", '')],
        fails: at(
          'test/backend/api/endpoints/client.test.ts',
          'hostile ids reach exactly one segment of the intended path, or are refused',
        ),
      },
    ],
  },
  {
    id: '20',
    control: 'Bodies, heads and silence of the server are bounded; nothing is unpacked that was not asked for',
    where: [TRANSPORT],
    proofs: [
      at(ENGINE, 'five thousand encodings of a body are refused in less than a second, without unpacking one'),
      at(
        'test/backend/api/transport/faults.test.ts',
        'a body of eight mebibytes is stopped although its size was not told',
      ),
      at(
        'test/backend/api/transport/faults.test.ts',
        'a body that drips is given up after 30 s although it never falls silent',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            TRANSPORT,
            "if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') {",
            "if (encoding === 'never') {",
          ),
        ],
        fails: at(ENGINE, 'five thousand encodings of a body are refused in less than a second, without unpacking one'),
      },
    ],
  },
  {
    id: '23',
    control: 'No text in an export is run by a spreadsheet; numbers are exempt by the type of their column',
    where: ['src/domain/kernel/text/spreadsheet-text.ts'],
    proofs: [
      at('test/backend/files/writing/csv.test.ts', 'that could run gets an apostrophe: *'),
      at('test/backend/files/writing/workbook/workbook.test.ts', 'keeps every text as it is and none as a formula'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/domain/kernel/text/spreadsheet-text.ts',
            "return startsFormula(guarded) ? `'${guarded}` : guarded;",
            'return guarded;',
          ),
        ],
        fails: at('test/backend/files/writing/csv.test.ts', 'that could run gets an apostrophe: *'),
      },
    ],
  },
  {
    id: '24',
    control: 'A raw export for machines is an explicit choice',
    where: [],
    proofs: [],
    tier: 'none',
    note: 'there is none; every export is guarded',
    removals: [],
  },
  {
    id: '25',
    control:
      'An imported file is bounded before and while it is read; every row is an entry or a reject with its line; nothing is sent',
    where: ['src/backend/files/reading/row/file.ts', 'src/backend/files/reading/entry-reader.ts'],
    proofs: [
      at(
        'test/backend/files/reading/entry-reader/entry-reader.test.ts',
        'of two gigabytes is refused before a byte of it is read',
      ),
      at(
        'test/backend/files/reading/entry-reader/fuzz.test.ts',
        'FAULT-71: a hostile file is read row by row or refused, within a bounded time',
      ),
      at(
        'test/backend/files/reading/entry-reader/workbook.test.ts',
        'with parts that are encrypted, that lie about themselves, or that stand there twice',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/backend/files/reading/row/file.ts',
            "if (status.size > MAX_IMPORT_BYTES) throw refusal('file-too-large', String(status.size));",
            '',
          ),
        ],
        fails: at(
          'test/backend/files/reading/entry-reader/entry-reader.test.ts',
          'of two gigabytes is refused before a byte of it is read',
        ),
      },
    ],
  },
  {
    id: '32',
    control:
      'The sandbox listens on loopback, its control route needs a token of its own, and it takes no key that it did not make',
    where: ['src/sandbox/http/control.ts', 'src/sandbox/secrets.ts'],
    proofs: [
      at('test/sandbox/faults.test.ts', 'needs its token; the API key is not one'),
      at('test/sandbox/auth-limits.test.ts', 'missing, empty and foreign keys give the same answer'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/sandbox/http/control.ts',
            "if (!isToken(request.headers['x-sandbox-control'], token)) return",
            "if (token === '') return",
          ),
        ],
        fails: at('test/sandbox/faults.test.ts', 'needs its token; the API key is not one'),
      },
    ],
  },
  {
    id: '33',
    control:
      'One data folder and one console of either shell, readable by its user alone: 0700 and 0600; on Windows in the local part of the profile, with an access list of the user and the system. Mirror and books are **not encrypted**',
    where: [
      'src/backend/sqlite/database.ts',
      'src/backend/sqlite/lock.ts',
      'src/shell/hold.ts',
      'src/shell/data-folder.ts',
    ],
    proofs: [
      at('test/backend/sqlite/database.test.ts', 'has the pragmas of the house, and files that only the user may read'),
      at(
        'test/loopback/program.test.ts',
        'prints its launch line and nothing else, keeps its folder private, and ends within five seconds',
      ),
      at('test/loopback/program.test.ts', 'a data folder has one console: the second says so and ends with 3'),
      WINDOWS_FOLDER,
      WINDOWS_LIST,
    ],
    tier: 'here',
    note: 'nothing of it was run on Windows: there the move and the commands for the access list are shown, not what they do; keytar keeps keys with enterprise persistence, the only one it knows, so that with roaming credentials they may come to the person’s other computers',
    removals: [
      {
        edits: [swap('src/shell/data-folder.ts', 'disk.move(present, wanted);\n    return wanted;', 'return present;')],
        fails: WINDOWS_FOLDER,
      },
      {
        edits: [swap('src/shell/data-folder.ts', " '/inheritance:r',", '')],
        fails: WINDOWS_LIST,
      },
      {
        edits: [swap('src/backend/sqlite/lock.ts', "driver.exec('BEGIN EXCLUSIVE');", "driver.exec('BEGIN');")],
        fails: at('test/loopback/program.test.ts', 'a data folder has one console: the second says so and ends with 3'),
      },
      {
        edits: [
          swap(
            'src/backend/sqlite/database.ts',
            "closeSync(openSync(path, 'wx', 0o600))",
            "closeSync(openSync(path, 'wx', 0o644))",
          ),
        ],
        fails: at(
          'test/backend/sqlite/database.test.ts',
          'has the pragmas of the house, and files that only the user may read',
        ),
      },
    ],
  },
  {
    id: '34',
    control:
      'The webhook secret lies beside the key or in memory for one run, is masked in what a receiver repeats, and a check never answers with a digest it computed. Digests are compared in constant time, by reading: `timingSafeEqual` only',
    where: [
      'src/backend/api/webhook-hmac.ts',
      'src/backend/engine/webhook-secrets.ts',
      'src/domain/webhooks/signature/signature.ts',
    ],
    proofs: [
      DISPATCH,
      at(
        'test/domain/webhooks/signature/signature.test.ts',
        'a signature that was made by the rules is genuine, and no change of one byte is',
      ),
      at('test/domain/webhooks/signature/signature.test.ts', 'never comes with a digest that was computed here'),
      at('test/integration/webhooks/signature.test.ts', 'is masked in what the API repeats of a receiver’s answer'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/backend/api/webhook-hmac.ts',
            'one.length === other.length && timingSafeEqual(one, other)',
            'one[0] === other[0]',
          ),
        ],
        fails: at(
          'test/domain/webhooks/signature/signature.test.ts',
          'a signature that was made by the rules is genuine, and no change of one byte is',
        ),
      },
      {
        edits: [
          swap(
            TRANSPORT,
            'return (text) => maskWebhook(maskKey(text));',
            'return (text) => (maskWebhook === undefined ? text : maskKey(text));',
          ),
        ],
        fails: DISPATCH,
      },
    ],
  },
  {
    id: '38',
    control:
      'Every package is locked with its digest; two named packages may run a program at installation, and a new one fails the tests: keytar, whose binary is compiled from its locked source and not fetched, and `node`, whose binary is held against a digest of ours. A release is made without the latter',
    where: ['package.json', 'package-lock.json', 'scripts/lib/install.mjs', '.github/workflows/release.yml'],
    proofs: [
      KEYTAR_SOURCE,
      OTHER_NODE,
      RELEASE_INSTALL,
      at(
        'test/security/supply-chain.test.ts',
        'every package that has a program for it is named, as allowed or as not',
      ),
      at('test/security/supply-chain.test.ts', 'no other program is allowed than the two that are known'),
      at(
        'test/security/supply-chain.test.ts',
        'holds every package with its digest, and none from elsewhere than a registry',
      ),
    ],
    tier: 'here',
    note: 'of `node` for macOS, and for Windows on arm64, no digest is known; a `npm ci` by hand does as npm does, and an npm that does not know `allowScripts` runs electron-winstaller’s program, too',
    removals: [
      {
        edits: [swap('package.json', '"electron-winstaller": false', '"electron-winstaller": true')],
        fails: at('test/security/supply-chain.test.ts', 'no other program is allowed than the two that are known'),
      },
      { edits: [swap('scripts/lib/install.mjs', '...FROM_SOURCE, ', '')], fails: KEYTAR_SOURCE },
      {
        edits: [
          swap('scripts/lib/install.mjs', 'wanted !== undefined && wanted !== integrity', 'integrity === undefined'),
        ],
        fails: OTHER_NODE,
      },
      {
        edits: [swap('.github/workflows/release.yml', 'npm ci --ignore-scripts', 'npm ci')],
        fails: RELEASE_INSTALL,
      },
      {
        edits: [swap('package.json', ',\n    "electron-winstaller": false', '')],
        fails: at(
          'test/security/supply-chain.test.ts',
          'every package that has a program for it is named, as allowed or as not',
        ),
      },
    ],
  },
  {
    id: '42',
    control:
      'The key store of the system, one operation at a time, bounded, read back after writing; no foreign error text leaves it; no plaintext fallback',
    where: ['src/keychain/keytar-vault.ts'],
    proofs: [
      at('test/keychain/keytar-vault.test.ts', 'the text of the store and the secret stay inside'),
      at('test/keychain/keytar-vault.test.ts', 'a store that keeps something else, or nothing, has failed'),
      at(
        'test/keychain/real-store.test.ts',
        'an unlocked keyring keeps, changes and forgets secrets, also many at once',
      ),
    ],
    tier: 'here',
    note: 'on a real runtime: the key store under Electron’s own Node',
    removals: [
      {
        edits: [
          swap(
            'src/keychain/keytar-vault.ts',
            "throw new VaultError(error instanceof TurnTimeout ? 'timed-out' : problemOf(error));",
            'throw error;',
          ),
        ],
        fails: at('test/keychain/keytar-vault.test.ts', 'the text of the store and the secret stay inside'),
      },
      {
        edits: [
          swap(
            'src/keychain/keytar-vault.ts',
            "if (!isSame(await store.getPassword(SERVICE, account), secret)) throw new VaultError('failed');",
            '',
          ),
        ],
        fails: at('test/keychain/keytar-vault.test.ts', 'a store that keeps something else, or nothing, has failed'),
      },
    ],
  },
  {
    id: '43',
    control:
      'Copied commands hold `$API_KEY` and `$WEBHOOK_SECRET`, quoted for a POSIX shell; whoever runs them puts the secret on a command line',
    where: [],
    proofs: [],
    tier: 'none',
    note: 'gone: no command is made to be copied, so none can send a webhook twice or hold a secret',
    removals: [],
  },
  {
    id: '44',
    control:
      'Every call that writes is recorded, or named as changing nothing outside the screen; the log refuses to be changed. Whoever can write the user’s files can still replace the file',
    where: ['src/contract/define.ts', 'src/backend/handlers/kernel/recording.ts', 'src/backend/books/kernel/schema.ts'],
    proofs: [
      at(
        'test/integration/news/activity.test.ts',
        'says who, what, of which profile, and what came of it; never a secret',
      ),
      at(
        'test/integration/news/activity.test.ts',
        'is carried out and found in the log when its line says so, in the name of whoever asked',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/contract/calls/profiles.ts', "action: 'set-key'", "action: 'change-profile'")],
        fails: at(
          'test/integration/news/activity.test.ts',
          'is carried out and found in the log when its line says so, in the name of whoever asked',
        ),
      },
    ],
  },
  {
    id: '45',
    control:
      'A link from outside shows a screen or nothing; one exact shape passes, and on Windows no link is ever taken for a switch',
    where: ['src/main/desktop/deep-link.ts', 'src/main/desktop/arrivals.ts'],
    proofs: [
      LINKS,
      at('test/main/desktop/tables.test.ts', '* shows nothing'),
      at('test/main/desktop/desktop.test.ts', 'links from outside show a screen, or nothing but a line in the log'),
    ],
    tier: 'here',
    note: 'on a real runtime: how each system hands a link over',
    removals: [
      {
        edits: [
          swap(
            'src/main/desktop/deep-link.ts',
            "if (id === '' || id === '.' || id === '..' || id.length > MAX_ID_LENGTH) return null;",
            '',
          ),
        ],
        fails: LINKS,
      },
    ],
  },
  {
    id: '46',
    control:
      'A newer version is taken only with a good signature over its list, a version above ours, and a file that equals the list; whatever cannot be read is a refusal',
    where: ['src/main/updates/manifest.ts', 'src/main/updates/download.ts', 'src/main/updates/replace.ts'],
    proofs: [
      at(UPDATES, 'a signed list is refused'),
      at(UPDATES, 'the answer is refused'),
      at(UPDATES, 'the file is refused'),
      REPLAYED,
      at('test/updates/replace.test.ts', 'a file that was changed after it was downloaded is refused'),
    ],
    tier: 'here',
    note: 'on a real runtime: the installers of Windows and macOS with a real identity',
    removals: [
      {
        edits: [
          swap(
            'src/main/updates/download.ts',
            "if (hash.digest('hex') !== file.sha512) throw new RefusedError('digest');",
            '',
          ),
        ],
        fails: at(UPDATES, 'the file is refused'),
      },
      {
        edits: [
          swap(
            'src/main/updates/download.ts',
            "if (hash.digest('hex') !== held.sha512) throw new RefusedError('changed');",
            '',
          ),
        ],
        fails: at('test/updates/replace.test.ts', 'a file that was changed after it was downloaded is refused'),
      },
      {
        edits: [
          swap(
            'src/main/updates/manifest.ts',
            "if (!keys.some((key) => verify(null, body, key, signature))) throw new RefusedError('signature');",
            '',
          ),
        ],
        fails: at(UPDATES, 'the answer is refused'),
      },
      {
        edits: [swap('src/main/updates/manifest.ts', "if (order < 0) throw new RefusedError('older');", '')],
        fails: at(UPDATES, 'a signed list is refused'),
      },
      {
        edits: [swap('src/main/updates/manifest.ts', "throw new RefusedError('replayed');", 'return null;')],
        fails: REPLAYED,
      },
    ],
  },
  {
    id: '47',
    control: 'Logos are fetched by the engine alone, from public addresses only',
    where: [],
    proofs: [],
    tier: 'none',
    note: 'gone: no picture of others is fetched; a monogram stands for it',
    removals: [],
  },
  {
    id: '48',
    control:
      'A locked console refuses every call of every window but those of the lock, withholds events, files and the words of notices, and empties the page. It keeps out who passes by, not who has the disk or this account',
    where: [
      'src/backend/engine/lock.ts',
      'src/backend/dispatch.ts',
      'src/backend/publisher.ts',
      'src/renderer/app/lock.tsx',
    ],
    proofs: [
      LOCKED_CALLS,
      LOCKED_EVENTS,
      at(LOCK, 'what was under way when it was locked is done, and its answer is told to nobody'),
      at(LOCK, 'a console that starts again is locked before any window is there, and goes on with its work'),
      LOCK_WAITS,
    ],
    tier: 'here',
    note: 'on a real runtime: Touch ID, and the menu',
    removals: [
      {
        edits: [
          swap(
            'src/backend/dispatch.ts',
            "asks === 'window' && whileLocked !== true && this.#parts.lock.isLocked",
            'false',
          ),
        ],
        fails: LOCKED_CALLS,
      },
      {
        edits: [swap('src/backend/publisher.ts', 'isWindow && this.#lock().status().isLocked', 'false')],
        fails: LOCKED_EVENTS,
      },
      {
        edits: [swap('src/domain/console/lock.ts', 'wrong < FREE_TRIES', 'wrong >= 0')],
        fails: LOCK_WAITS,
      },
    ],
  },
  {
    id: '49',
    control:
      'The books leave this computer under a passphrase alone (age: scrypt, ChaCha20-Poly1305), never unsealed where the person saves them; the passphrase is kept nowhere and is in no log, event, answer or entry. A file that asks for more work than ours is not opened',
    where: ['src/backend/files/sealed.ts', 'src/backend/workers/exports/books-file.ts'],
    proofs: [
      at(
        'test/faults/moves.test.ts',
        'FAULT-99: brings the books to a new computer, where what was open in them stands still',
      ),
      SEALED,
      UNSEALED,
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/backend/workers/exports/books-file.ts', '    deleteFile(plain);', '')],
        fails: SEALED,
      },
      {
        edits: [swap('src/backend/files/sealed.ts', ' || Number(factor) > WORK_FACTOR', '')],
        fails: UNSEALED,
      },
    ],
  },
  {
    id: '50',
    control:
      'What is made by itself goes into a folder that a person named, and nowhere else: absolute, real, tried, not the console’s own, no device and no other computer; nothing there is written over, followed as a link, or read but to be compared',
    where: ['src/backend/files/writing/chosen-folder.ts', 'src/domain/exports/schedule.ts'],
    proofs: [
      FOLDER_TOLD,
      FOLDER_LINKS,
      at(
        'test/integration/exports/scheduled.test.ts',
        'what cannot be made by itself, a folder that is none, and a name that is taken are refused',
      ),
    ],
    tier: 'here',
    note: 'whoever may call may name any folder that this user may write; on a real runtime: the dialog for it, and the paths of Windows',
    removals: [
      {
        edits: [swap(CHOSEN_FOLDER, ' || isWithin(real, own)', '')],
        fails: FOLDER_TOLD,
      },
      {
        edits: [swap(CHOSEN_FOLDER, 'NO_PATH.test(path) || !isAbsolute(path)', '!isAbsolute(path)')],
        fails: FOLDER_TOLD,
      },
      {
        edits: [swap(CHOSEN_FOLDER, "if (standing === 'other') continue;", '')],
        fails: FOLDER_LINKS,
      },
    ],
  },
];
