/**
 * What must not stand in the sources of the shells, whoever edits them: one maker of windows, one user of the IPC module, no
 * way around TLS or the content policy, no cookie, no CORS, nothing on stdout but the launch line. Not here: behaviour, which
 * test/loopback and test/main prove.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** Every source of the folders, comments taken out. */
function sourcesOf(...folders: readonly string[]): readonly (readonly [name: string, code: string])[] {
  return folders.flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const text = readFileSync(join(SRC, folder, name), 'utf8');
        return [`${folder}/${name}`, text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')] as const;
      }),
  );
}

const where = (sources: ReturnType<typeof sourcesOf>, pattern: RegExp) =>
  sources.filter(([, code]) => pattern.test(code)).map(([name]) => name);

const shells = sourcesOf('main', 'preload', 'loopback', 'shell', 'keychain');

describe('exactly one file', () => {
  test.each([
    ['makes windows', /new BrowserWindow\b/, ['main/window.ts']],
    ['uses ipcMain', /\bipcMain\b/, ['main/ipc.ts']],
    ['uses ipcRenderer', /\bipcRenderer\b/, ['preload/index.ts']],
    ['opens addresses', /\bopenExternal\(link/, ['main/host.ts']],
    ['knows keytar', /import\('keytar'\)|from 'keytar'/, ['keychain/keytar-vault.ts']],
    ['writes to stdout', /process\.stdout\.write/, ['loopback/index.ts']],
    ['starts programs', /node:child_process/, ['loopback/opener.ts']],
    ['listens', /\.listen\(/, ['loopback/server.ts']],
  ])('%s', (_what, pattern, files) => {
    expect(where(shells, pattern)).toEqual(files);
  });
});

test.each([
  ['certificate checks switched off', /rejectUnauthorized|NODE_TLS_REJECT|certificate-error|setCertificateVerifyProc/],
  ['the content policy passed by', /bypassCSP|unsafe-inline|unsafe-eval/],
  ['raw page access', /executeJavaScript|insertCSS|insertText|\.debugger\b/],
  ['files as pages', /loadFile|file:\/\//],
  [
    'weak preferences',
    /contextIsolation: false|nodeIntegration\w*: true|sandbox: false|webSecurity: false|webviewTag: true/,
  ],
  ['cookies', /cookie/i],
  ['CORS headers', /access-control-/i],
  ['a server for everybody', /0\.0\.0\.0|'::'/],
  ['a shell around programs', /shell: true|execSync|import \{[^}]*\bexec\b/],
  ['console output', /\bconsole\.(log|info|warn|error|debug)\b/],
  ['crash uploads', /crashReporter/],
  ['code from text', /\beval\(|new Function\b/],
])('nowhere: %s', (_what, pattern) => {
  expect(where(shells, pattern)).toEqual([]);
});

test('the preload imports electron and the channel’s names, and nothing else', () => {
  const imports = sourcesOf('preload').flatMap(([, code]) =>
    [...code.matchAll(/from '([^']+)'/g)].map((it) => it[1] ?? ''),
  );
  expect(imports.sort()).toEqual(['../contract/channel.ts', 'electron']);
});
