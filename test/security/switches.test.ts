/** Which switches of the command line a package is not started with. Not here: what it says and does then (test/main/start-refused.test.ts). */
import { expect, test } from 'vitest';
import { refusalOf } from '../../src/main/switches.ts';

const WEAKENING = [
  '--no-sandbox',
  '-no-sandbox',
  '--no-sandbox=1',
  '--disable-seccomp-filter-sandbox',
  '--single-process',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '-remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect',
  '--inspect-brk=127.0.0.1:1',
  '--js-flags=--allow-natives-syntax',
  '--ignore-certificate-errors-spki-list=x',
  '--ssl-key-log-file=/tmp/keys',
  '--load-extension=/tmp/x',
  '--renderer-cmd-prefix=xterm',
  '--no-sandbox-and-elevated',
  '--allow-sandbox-debugging',
  '--allow-third-party-modules',
  '--disable-kill-after-bad-ipc',
  '--reduce-security-for-testing',
  '--enable-gpu-benchmarking',
  '--enable-blink-features=MojoJS,MojoJSTest',
  '--enable-experimental-web-platform-features',
  '--disable-features=IsolateOrigins,SitePerProcess',
  '--disable-features=NetworkServiceSandbox',
  '--enable-features=WaylandWindowDecorations,MojoJS',
  '--enable-features=UseOzonePlatform<Trial.Group:a/b',
  '--enable-features',
  // Chromium takes the blanks away before it looks.
  ' --no-sandbox',
  '\t--inspect ',
  '\n-remote-debugging-pipe',
];

test.each(WEAKENING)('a package is not started with %s', (arg) => {
  const name = arg.trim().replace(/^--?/, '').replace(/=.*/, '');
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const refusal = refusalOf(['/opt/console', '--data-dir', '/d', arg], platform, {});
    expect(refusal).toMatch(
      new RegExp(`^Merchant Console does not start with --${name}, which .+\\. Start it without\\.`),
    );
  }
});

test('an AppImage’s own starter adds one, and the sentence says what to do', () => {
  expect(refusalOf(['console', '--no-sandbox'], 'linux', {})).toContain('install the deb or rpm package');
  expect(refusalOf(['console', '--single-process'], 'linux', {})).not.toContain('AppImage');
});

test('Windows has more ways to write a switch', () => {
  for (const arg of ['/no-sandbox', '--No-Sandbox', '-NO-SANDBOX', '/Remote-Debugging-Port=1']) {
    expect(refusalOf(['console', arg], 'win32', {})).not.toBeNull();
    // Elsewhere it is a path, or no switch of anybody.
    expect(refusalOf(['console', arg], 'linux', {})).toBeNull();
  }
});

test.each([['1'], ['0'], ['']])(
  'a package is not started where the environment switches the sandbox off (“%s”)',
  (value) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      // Electron asks only whether the variable is there.
      const refusal = refusalOf(['console'], platform, { HOME: '/h', ELECTRON_DISABLE_SANDBOX: value });
      expect(refusal).toBe(
        'Merchant Console does not start with ELECTRON_DISABLE_SANDBOX in its environment, which switches off the sandbox around its pages. Start it without.',
      );
    }
  },
);

test.each([
  [['console']],
  [['/opt/no-sandbox']],
  [['--no-sandbox']],
  [['console', 'merchant-console://invoice/--no-sandbox']],
  [['console', '--data-dir', '/remote-debugging-port']],
  [['console', '--data-dir=--no-sandbox']],
  // Behind it Chromium reads none; on Windows that is where a link stands.
  [['console', '--', '--no-sandbox']],
  [['console', ' -- ', '--no-sandbox']],
  [
    [
      'console',
      '--disable-features=WaylandFractionalScaleV1',
      '--enable-features=UseOzonePlatform, WaylandTextInputV3',
    ],
  ],
  [['console', '--proxy-server=proxy.example:3128', '--proxy-pac-url=https://proxy.example/p', '--no-proxy-server']],
  [['console', '--disable-gpu', '--ozone-platform=wayland', '--enable-features=WaylandWindowDecorations']],
  [['console', '--at-login', '--updated', '--sandboxed']],
])('%j is no reason', (args) => {
  expect(refusalOf(args, 'linux', { ELECTRON_ENABLE_LOGGING: '1' })).toBeNull();
});
