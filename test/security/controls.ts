/**
 * Every security control with its proof, and how it is taken away so that the proof must fail. docs/security.md holds the same as a table; 1 to 38
 * are the checklist that the console was built against. Not here: what is done with the list (controls.test.ts, controls-removed.ts).
 */
import type { Control, Edit, Proof } from './control-list.ts';
import { ENGINE_CONTROLS } from './controls-engine.ts';
import { TEAM_CONTROLS } from './team-controls.ts';

const at = (file: string, test: string): Proof => ({ file, test });
const swap = (file: string, from: string, to: string): Edit => ({ file, from, to });

const SECURITY = 'test/security';
const GUARDS = `${SECURITY}/guards.test.ts`;
const ELECTRON = `${SECURITY}/electron-shell.test.ts`;
const SOURCES = `${SECURITY}/sources.test.ts`;
const BROWSER = `${SECURITY}/browser.test.ts`;
const CANARY = `${SECURITY}/canary.test.ts`;
const MEMORY = `${SECURITY}/process-memory.test.ts`;
const LOOPBACK = 'test/loopback/server.test.ts';
const BUNDLES = 'test/main/bundles.test.ts';

const WINDOWS = at(ELECTRON, 'gets one frozen set of preferences, with developer tools in development alone');
const ORDER = at(
  SOURCES,
  'the sandbox of every page is switched on, and the schemes declared, before anything waits for the app',
);
const POLICY = at(BROWSER, 'every attempt is blocked with a violation, and nothing leaves');
const FEATURES = at(BROWSER, 'asks the browser for nothing but the clipboard’s writing side');
const SENDERS = at(ELECTRON, 'refuses *, for calls and for events, and reports it');
const PERMISSIONS = at(GUARDS, 'in * every one is denied but that of the copy buttons');
const FUSES = at(
  'test/package/layout.test.ts',
  'its fuses are the nine that are wanted; those that it came with are not',
);
const UNBOXED = at(
  'test/security/switches.test.ts',
  'a package is not started where the environment switches the sandbox off (“*”)',
);
const TEXTS = at(CANARY, 'shows hostile texts on its screens as text: nothing runs, nothing loads, nothing leaves');

const SHELL_CONTROLS: readonly Control[] = [
  {
    id: '1',
    control:
      'One factory of frozen preferences for every window: sandbox, isolation, web security; no Node, no webview; a page that is only printed has no preload and no scripts',
    where: ['src/main/window.ts'],
    proofs: [WINDOWS, at(SOURCES, 'one file alone')],
    tier: 'here',
    note: 'on a real runtime: that Electron takes them so',
    removals: [
      { edits: [swap('src/main/window.ts', 'sandbox: true,', 'sandbox: false,')], fails: WINDOWS },
      {
        edits: [
          swap(
            'src/main/origin.ts',
            "export const SCHEME = 'app';",
            "export const SCHEME = 'app';\nexport const w = (C: { BrowserWindow: new () => object }) => new C.BrowserWindow();",
          ),
        ],
        fails: at(SOURCES, 'one file alone'),
      },
    ],
  },
  {
    id: '2',
    control: 'The sandbox of the whole process is switched on before the app is ready',
    where: ['src/main/index.ts'],
    proofs: [ORDER, at(BUNDLES, 'every guard holds')],
    tier: 'here',
    note: 'on a real runtime: `process.sandboxed` is true in the preload',
    removals: [{ edits: [swap('src/main/index.ts', '\napp.enableSandbox();', '')], fails: ORDER }],
  },
  {
    id: '3',
    control: 'One content policy for both shells, a fresh nonce per page load, no `unsafe-*`',
    where: ['src/shell/policy.ts'],
    proofs: [POLICY, at(BROWSER, 'the nonce of this load lets a style in, another does not')],
    tier: 'here',
    note: 'on a real runtime: that the header holds on a custom scheme',
    removals: [
      {
        edits: [swap('src/shell/policy.ts', "`style-src 'self' 'nonce-${nonce}'`,", `"style-src 'unsafe-inline'",`)],
        fails: at(BROWSER, 'the nonce of this load lets a style in, another does not'),
      },
      { edits: [swap('src/shell/policy.ts', `"connect-src 'self'",`, `"connect-src *",`)], fails: POLICY },
    ],
  },
  {
    id: '4',
    control: 'Pages and files by look-up in a list made at start, never by path; the scheme passes by no policy',
    where: ['src/main/protocol.ts', 'src/shell/assets.ts', 'src/shell/http/serving.ts'],
    proofs: [
      at('test/main/tables.test.ts', 'serves nothing else'),
      at('test/loopback/answers.test.ts', 'a static file is a look-up: traversal in any form finds nothing'),
      at(
        ELECTRON,
        'is an origin of its own and no more: it passes by no policy, and has no service workers and no extensions',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/main/protocol.ts',
            'assets.get(address) : undefined',
            "(assets.get(address) ?? { file: decodeURIComponent(address), type: 'text/plain' }) : undefined",
          ),
        ],
        fails: at('test/main/tables.test.ts', 'serves nothing else'),
      },
      {
        edits: [swap('src/main/protocol.ts', 'supportFetchAPI: true }', 'supportFetchAPI: true, bypassCSP: true }')],
        fails: at(
          ELECTRON,
          'is an origin of its own and no more: it passes by no policy, and has no service workers and no extensions',
        ),
      },
    ],
  },
  {
    id: '5',
    control: 'Navigation, redirects and webviews are refused in every page',
    where: ['src/main/guards.ts'],
    proofs: [at(GUARDS, 'goes nowhere, whatever it tries and whatever the address')],
    tier: 'here',
    note: 'on a real runtime: `location = …` in a page',
    removals: [
      {
        edits: [swap('src/main/guards.ts', "contents.on('will-redirect', refuse('will-redirect'));", '')],
        fails: at(GUARDS, 'goes nowhere, whatever it tries and whatever the address'),
      },
    ],
  },
  {
    id: '6',
    control:
      'No page opens a window; links are opened only as plain https to a named public host, after a dialog that shows where they lead',
    where: ['src/main/guards.ts', 'src/main/external-link.ts', 'src/main/host.ts'],
    proofs: [
      at(GUARDS, 'opens no window'),
      at('test/main/tables.test.ts', '* is not opened'),
      at(BUNDLES, 'a link is opened only when the person, who sees where it leads, says so'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/main/host.ts',
            "if (await askWhether(question, ['Open', 'Cancel'], 'yes')) await shell.openExternal(link.url);",
            "await shell.openExternal(link.url); await askWhether(question, ['Open', 'Cancel'], 'yes');",
          ),
        ],
        fails: at(BUNDLES, 'a link is opened only when the person, who sees where it leads, says so'),
      },
      {
        edits: [swap('src/main/external-link.ts', "if (authority.includes('@')) return null;", '')],
        fails: at('test/main/tables.test.ts', '* is not opened'),
      },
      {
        edits: [swap('src/main/guards.ts', "return { action: 'deny' };", "return { action: 'allow' };")],
        fails: at(GUARDS, 'opens no window'),
      },
    ],
  },
  {
    id: '7',
    control:
      'Every permission that Electron declares is denied in every session, to our page too, but writing text to the clipboard; devices and downloads are refused',
    where: ['src/main/guards.ts'],
    proofs: [
      PERMISSIONS,
      at(GUARDS, 'the audit of the bundles asks for every name that Electron declares'),
      at(GUARDS, 'devices, screens and downloads are refused'),
    ],
    tier: 'here',
    removals: [
      { edits: [swap('src/main/guards.ts', 'callback(isAllowed);', 'callback(true);')], fails: PERMISSIONS },
      {
        edits: [
          swap('src/main/guards.ts', "app.on('session-created', (session) => denyPermissions(session, report));", ''),
        ],
        fails: PERMISSIONS,
      },
      {
        edits: [
          swap(
            'src/main/guards.ts',
            'session.setDevicePermissionHandler(() => false);',
            'session.setDevicePermissionHandler(() => true);',
          ),
        ],
        fails: at(GUARDS, 'devices, screens and downloads are refused'),
      },
    ],
  },
  {
    id: '8',
    control:
      'One IPC channel, answered only to the top frame of our origin in a window we made; plain JSON within the limit; a schema for every input and output',
    where: ['src/main/ipc.ts', 'src/backend/dispatch.ts'],
    proofs: [
      SENDERS,
      at(ELECTRON, 'takes plain JSON within the limit of the browser shell, and nothing else that a clone could carry'),
      at(
        'test/integration/dispatch.test.ts',
        'answers any call with any input with a valid frame of the same id, and never with a bug',
      ),
      at(`${SECURITY}/engine.test.ts`, 'in a frame change no object of the program, at any depth and in any call'),
    ],
    tier: 'here',
    removals: [
      { edits: [swap('src/main/ipc.ts', 'frame.parent !== null || ', '')], fails: SENDERS },
      {
        edits: [
          swap('src/main/ipc.ts', "if (Buffer.byteLength(text) > MAX_FRAME_BYTES) throw new Error('too-large');", ''),
        ],
        fails: at(
          ELECTRON,
          'takes plain JSON within the limit of the browser shell, and nothing else that a clone could carry',
        ),
      },
      {
        edits: [
          swap(
            'src/backend/dispatch.ts',
            "if (!input.success) throw new FailureError(invalidInput(input.error, ''));",
            '',
          ),
        ],
        fails: at(
          'test/integration/dispatch.test.ts',
          'answers any call with any input with a valid frame of the same id, and never with a bug',
        ),
      },
    ],
  },
  {
    id: '9',
    control: 'The preload gives the page two plain functions and requires nothing but `electron`',
    where: ['src/preload/index.ts'],
    proofs: [
      at(ELECTRON, 'gives the page two plain functions, and nothing of Electron is behind them'),
      at(ELECTRON, 'hands listeners the frame, and no event object'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/preload/index.ts', '{ call, subscribe });', '{ call, subscribe, ipcRenderer });')],
        fails: at(ELECTRON, 'gives the page two plain functions, and nothing of Electron is behind them'),
      },
      {
        edits: [
          swap(
            'src/preload/index.ts',
            'for (const listener of listeners.values()) listener(frame);',
            'for (const listener of listeners.values()) Reflect.apply(listener, undefined, [frame, _event]);',
          ),
        ],
        fails: at(ELECTRON, 'hands listeners the frame, and no event object'),
      },
    ],
  },
  {
    id: '21',
    control: 'All text of the server is shown as text',
    where: ['src/renderer/ui/text/foreign-text.tsx'],
    proofs: [
      TEXTS,
      at('test/renderer/ui/text/foreign-text.test.tsx', 'a hundred hostile texts make no element and no attribute'),
      at(SOURCES, 'nowhere'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/renderer/ui/text/foreign-text.tsx',
            '      {plainText(whole ? text : text.slice(0, CAP))}\n',
            '      <b dangerouslySetInnerHTML={{ __html: text }} />\n',
          ),
        ],
        fails: at(
          'test/renderer/ui/text/foreign-text.test.tsx',
          'a hundred hostile texts make no element and no attribute',
        ),
      },
      {
        edits: [
          swap(
            'src/renderer/ui/text/foreign-text.tsx',
            '      {plainText(whole ? text : text.slice(0, CAP))}\n',
            '      <b dangerouslySetInnerHTML={{ __html: text }} />\n',
          ),
        ],
        fails: at(SOURCES, 'nowhere'),
      },
    ],
  },
  {
    id: '22',
    control:
      'No page loads a logo or any other address of a record; payment and webhook addresses are never opened by themselves',
    where: ['src/shell/policy.ts', 'src/main/guards.ts'],
    proofs: [TEXTS, POLICY, at(GUARDS, 'reach our own page and files, and nothing else')],
    tier: 'here',
    removals: [
      { edits: [swap('src/shell/policy.ts', `"img-src 'self' data:",`, `"img-src *",`)], fails: POLICY },
      {
        edits: [swap('src/main/guards.ts', 'callback({ cancel: !isAllowed });', 'callback({ cancel: false });')],
        fails: at(GUARDS, 'reach our own page and files, and nothing else'),
      },
    ],
  },
  {
    id: '26',
    control: 'Loopback: the exact Host before anything else, so that a name rebound to 127.0.0.1 gets nothing',
    where: ['src/shell/http/serving.ts', 'src/shell/http/guard.ts'],
    proofs: [at(LOOPBACK, 'a wrong one gets 403 on every route, with a good token and a used one alike')],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/shell/http/serving.ts',
            'if (isForUs(request.rawHeaders, request.url, place.authority)) {',
            "if (place.authority !== '') {",
          ),
        ],
        fails: at(LOOPBACK, 'a wrong one gets 403 on every route, with a good token and a used one alike'),
      },
    ],
  },
  {
    id: '27',
    control:
      'POST needs our exact Origin and JSON; a `Sec-Fetch-Site` that is present must be `same-origin`, except for pages and files',
    where: ['src/shell/http/guard.ts'],
    proofs: [
      at(LOOPBACK, 'a missing or foreign Origin is refused before the token is looked at'),
      at(LOOPBACK, 'anything but JSON gets 415, with and without a session'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/shell/http/guard.ts',
            'if (needsOrigin ? head.origin !== origin : head.origin !== undefined && head.origin !== origin)',
            'if (needsOrigin && origin === undefined)',
          ),
        ],
        fails: at(LOOPBACK, 'a missing or foreign Origin is refused before the token is looked at'),
      },
      {
        edits: [
          swap(
            'src/shell/http/guard.ts',
            "head.method === 'POST' && !isJson(head.contentType)",
            'head.contentType === origin',
          ),
        ],
        fails: at(LOOPBACK, 'anything but JSON gets 415, with and without a session'),
      },
    ],
  },
  {
    id: '28',
    control:
      'A launch token (256 bits) opens one session, once, within ten minutes; there is one outstanding for each purpose',
    where: ['src/loopback/tokens.ts'],
    proofs: [
      at(LOOPBACK, 'a launch token opens one session, once'),
      at('test/loopback/tokens.test.ts', 'hold 256 bits'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/loopback/tokens.ts', 'const TOKEN_BYTES = 32;', 'const TOKEN_BYTES = 16;')],
        fails: at('test/loopback/tokens.test.ts', 'hold 256 bits'),
      },
      {
        edits: [swap('src/loopback/tokens.ts', '      outstanding.delete(purpose);\n', '')],
        fails: at(LOOPBACK, 'a launch token opens one session, once'),
      },
    ],
  },
  {
    id: '29',
    control:
      'The browser shell sets and reads no cookie: cookies are shared by every port of a host. The session token travels in a header of its own and lives in the tab’s sessionStorage',
    where: ['src/loopback/server.ts'],
    proofs: [
      at(LOOPBACK, 'the token counts in its header only: not as cookie, query or bearer'),
      at(BROWSER, 'ends at a clean address with the session in this tab only, and no cookie'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/loopback/server.ts',
            "sessions.find(headers['x-console-token'])",
            "sessions.find(headers['x-console-token'] ?? headers.cookie?.split('=')[1])",
          ),
        ],
        fails: at(LOOPBACK, 'the token counts in its header only: not as cookie, query or bearer'),
      },
    ],
  },
  {
    id: '30',
    control: 'The browser shell listens on 127.0.0.1 only, and sends no CORS header',
    where: ['src/loopback/server.ts', 'src/shell/http/reply.ts'],
    proofs: [
      at('test/loopback/answers.test.ts', 'only 127.0.0.1 listens'),
      at('test/loopback/answers.test.ts', 'carries the security headers, no CORS header, and no cookie'),
      at(BROWSER, 'no foreign page frames the console, reads it, or posts to it'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/loopback/server.ts', 'listen({ host: ADDRESS,', "listen({ host: '0.0.0.0',")],
        fails: at('test/loopback/answers.test.ts', 'only 127.0.0.1 listens'),
      },
      {
        edits: [
          swap(
            'src/shell/http/reply.ts',
            "'x-frame-options': 'DENY',",
            "'x-frame-options': 'DENY',\n  'access-control-allow-origin': '*',",
          ),
        ],
        fails: at('test/loopback/answers.test.ts', 'carries the security headers, no CORS header, and no cookie'),
      },
    ],
  },
  {
    id: '31',
    control:
      'The launch token is on no command line: the browser is opened through a file that only its owner can read and that is removed after use, or after a minute',
    where: ['src/loopback/opener.ts'],
    proofs: [
      at('test/loopback/tables.test.ts', 'a redirect file is private, leads to the address, and goes after its time'),
      at(
        'test/loopback/program.test.ts',
        'goes through a private file with a token of its own, which is gone after use; no token is on a command line',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/loopback/opener.ts', "{ mode: 0o600, flag: 'wx' }", "{ mode: 0o644, flag: 'wx' }")],
        fails: at(
          'test/loopback/tables.test.ts',
          'a redirect file is private, leads to the address, and goes after its time',
        ),
      },
    ],
  },
  {
    id: '35',
    control:
      'Fuses: no Node mode, no `NODE_OPTIONS`, no `--inspect`, only our archive and its hash, no privileges for files',
    where: ['packaging/fuses.ts'],
    proofs: [FUSES],
    tier: 'real',
    note: 'what they do, and that a package whose archive was changed does not start; here they are set in a placeholder runtime and read back, and a package is not made without',
    removals: [
      {
        edits: [swap('packaging/fuses.ts', '[FuseV1Options.RunAsNode]: false,', '[FuseV1Options.RunAsNode]: true,')],
        fails: FUSES,
      },
      {
        edits: [swap('packaging/hooks.ts', 'await flipFuses(appOf(context, target), FUSES);', '')],
        fails: FUSES,
      },
    ],
  },
  {
    id: '36',
    control:
      'No developer tools in packages, and no start of a package with a switch, or a word of the environment, that takes its sandbox, its web security or its certificates away, or opens it to a debugger',
    where: ['src/main/window.ts', 'src/main/switches.ts'],
    proofs: [
      WINDOWS,
      at('test/security/switches.test.ts', 'a package is not started with *'),
      UNBOXED,
      at(
        'test/main/start-refused.test.ts',
        'a package whose sandbox is switched off by * says so and does nothing else',
      ),
    ],
    tier: 'here',
    note: 'on a real runtime: the menu and its accelerators',
    removals: [
      { edits: [swap('src/main/window.ts', 'devTools: !isPackaged,', 'devTools: true,')], fails: WINDOWS },
      {
        edits: [swap('src/main/switches.ts', 'if (does === undefined) continue;', 'if (args.length > 0) continue;')],
        fails: at('test/security/switches.test.ts', 'a package is not started with *'),
      },
      {
        edits: [swap('src/main/switches.ts', 'if (environment[UNBOXED] !== undefined)', 'if (args.length === 0)')],
        fails: UNBOXED,
      },
      {
        edits: [swap('src/main/index.ts', 'const refused = weakened ?? unusable;', 'const refused = unusable;')],
        fails: at(
          'test/main/start-refused.test.ts',
          'a package whose sandbox is switched off by * says so and does nothing else',
        ),
      },
    ],
  },
  {
    id: '37',
    control:
      'The clipboard is never read, but for what a person pastes; a page asks the browser for nothing but writing to it',
    where: ['src/shell/policy.ts'],
    proofs: [FEATURES, at(SOURCES, 'nowhere')],
    tier: 'here',
    removals: [
      { edits: [swap('src/shell/policy.ts', "  'clipboard-read',\n", '')], fails: FEATURES },
      {
        edits: [
          swap(
            'src/renderer/features/invoices/reply.tsx',
            'await navigator.clipboard.writeText(text);',
            'await navigator.clipboard.readText();',
          ),
        ],
        fails: at(SOURCES, 'nowhere'),
      },
    ],
  },
  {
    id: '39',
    control:
      'On Linux no page of memory goes into a core. macOS and Windows write none unless the machine’s owner has them written, which a program cannot refuse. No crash uploader anywhere',
    where: ['src/shell/process-memory.ts'],
    proofs: [
      at(MEMORY, 'by * leaves nothing of the memory in a core'),
      at(CANARY, 'keeps its memory out of cores'),
      at(SOURCES, 'nowhere'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/shell/process-memory.ts', "writeFileSync(CORE_FILTER, '0');", '')],
        fails: at(MEMORY, 'by * leaves nothing of the memory in a core'),
      },
    ],
  },
  {
    id: '40',
    control:
      'No diagnostic report, no heap snapshot and no debugger at a signal, whatever the command line or `NODE_OPTIONS` says',
    where: ['src/shell/process-memory.ts'],
    proofs: [
      at(MEMORY, 'gets no diagnostic report, although the command line asks for one'),
      at(MEMORY, 'by * leaves no diagnostic report, although the command line asks for one'),
      at(MEMORY, 'gets no heap snapshot, although the command line asks for one'),
      at(MEMORY, 'starts no debugger'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap('src/shell/process-memory.ts', 'process.report.reportOnSignal = false;', '')],
        fails: at(MEMORY, 'gets no diagnostic report, although the command line asks for one'),
      },
      ...['process.report.reportOnUncaughtException = false;', 'process.report.reportOnFatalError = false;'].map(
        (line) => ({
          edits: [swap('src/shell/process-memory.ts', line, '')],
          fails: at(MEMORY, 'by * leaves no diagnostic report, although the command line asks for one'),
        }),
      ),
      {
        edits: [
          swap('src/shell/process-memory.ts', 'process.removeAllListeners(signal);', 'process.listeners(signal);'),
        ],
        fails: at(MEMORY, 'gets no heap snapshot, although the command line asks for one'),
      },
      {
        edits: [swap('src/shell/process-memory.ts', 'process.on(DEBUGGER_SIGNAL, () => undefined);', '')],
        fails: at(MEMORY, 'starts no debugger'),
      },
    ],
  },
  {
    id: '41',
    control:
      'What Electron would choose by itself is refused: the first Bluetooth device, the first client certificate; a page cannot keep its window open, nor reach peers by UDP',
    where: ['src/main/guards.ts'],
    proofs: [
      at(GUARDS, 'gets no Bluetooth device, which unasked would be the first in reach'),
      at(GUARDS, 'gets no certificate of the person, which unasked would be the first'),
      at(GUARDS, 'reaches no peer past the filter of requests'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            'src/main/guards.ts',
            "    // Unasked, the first one of the person's certificates would be sent.\n    event.preventDefault();",
            '    event.defaultPrevented;',
          ),
        ],
        fails: at(GUARDS, 'gets no certificate of the person, which unasked would be the first'),
      },
      {
        edits: [swap('src/main/guards.ts', "callback('');", '')],
        fails: at(GUARDS, 'gets no Bluetooth device, which unasked would be the first in reach'),
      },
      {
        edits: [swap('src/main/guards.ts', "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');", '')],
        fails: at(GUARDS, 'reaches no peer past the filter of requests'),
      },
    ],
  },
];

/** All of them, in the order of their numbers. */
export const CONTROLS: readonly Control[] = [...SHELL_CONTROLS, ...ENGINE_CONTROLS, ...TEAM_CONTROLS].sort(
  (a, b) => Number(a.id) - Number(b.id),
);
