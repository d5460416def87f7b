/**
 * The packed app without its runtime: its archive holds the expected files and no other, its fuses are set, and what it holds is enough to
 * run: main, threads, native modules and screens start from the unpacked archive alone. Planted faults show that a file that is missing is
 * noticed. Not here: the Debian package (debian.test.ts), the pure parts (tables.test.ts).
 */
import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveFiles } from '../../packaging/contents.ts';
import { fuseTroubles } from '../../packaging/fuses.ts';
import { targetOf } from '../../packaging/target.ts';
import { OUT, ROOT } from '../support/electron-stand-in/built.ts';
import { startStandIn } from '../support/electron-stand-in/drive.ts';
import { givePatience } from '../support/electron-stand-in/planted.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type Packed, packHere, placeholderRuntime, SENTINEL } from './packed.ts';

const MIB = 1024 * 1024;
/** How long a start may take, seconds. */
const PATIENT_S = PATIENCE_MS / 1_000;
/** Less than what a test has, and more than the smoke test takes with all its waits: what is told to stop ends what it has started. */
const SMOKE_MS = 600_000;
const isHere = process.platform === 'linux' && process.arch === 'x64';
const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  (it) => spawnSync(it, ['--version']).status === 0,
);

describe.skipIf(!isHere)('the packed app (made for Linux on x64 only: elsewhere the release workflow packs)', () => {
  let packed: Packed;
  let content: string;
  beforeAll(async () => {
    packed = await packHere();
    content = join(packed.folder, 'content');
    extractAll(packed.archive, content);
  });
  afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

  /** Every file below a folder. */
  function filesIn(folder: string): readonly string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort();
  }

  test('the archive holds the expected files and no other', async () => {
    const listed = listPackage(packed.archive, { isPack: false }).map((path) => path.slice(1));
    const files = filesIn(content);
    expect(listed.filter((path) => !statSync(join(content, path)).isDirectory()).sort()).toEqual(files);
    expect(files).toEqual([...archiveFiles(OUT, targetOf('linux', 'x64'))].sort());
    // How the bundler divides what several screens or threads share, and the hash in the name, are its own and change with any change.
    const named = files.map((file) =>
      file.replace(/\/[^/]+-[\w-]{8}\.(js|css|svg)$/, '/[chunk].$1').replace(/-[\w-]{8}(?=\.woff2$)/, '-[hash]'),
    );
    await expect(`${[...new Set(named)].sort().join('\n')}\n`).toMatchFileSnapshot('expected-linux-x64.txt');
  });

  test('nothing in it is for development', () => {
    const files = filesIn(content);
    expect(
      files.filter((file) => /\.(?:map|ts|tsx|gyp|cc?|cpp|h|md|test\.\w+)$|\/(?:src|deps|test)\//.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => file.startsWith('out/main/loopback'))).toEqual([]);
    const maps = files.filter(
      (file) => file.endsWith('js') && readFileSync(join(content, file), 'utf8').includes('\n//# sourceMappingURL='),
    );
    expect(maps).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(content, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).toMatchObject({ main: 'out/main/main.js', desktopName: 'merchant-console.desktop' });
  });

  test('beside it lie the two native modules, what is inside and under which terms, and no demonstration', () => {
    expect(filesIn(`${packed.archive}.unpacked`)).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      'node_modules/keytar/build/Release/keytar.node',
    ]);
    const around = filesIn(packed.app).filter((file) => !file.includes('app.asar.unpacked'));
    expect(around).toEqual(
      [
        'LICENSE.electron.txt',
        'LICENSES.chromium.html',
        'chrome-sandbox',
        'licences.txt',
        'locales/en-US.pak',
        'merchant-console',
        'resources/app.asar',
        'resources/sbom.cdx.json',
      ].sort(),
    );
    expect(readFileSync(join(packed.app, 'licences.txt'))).toEqual(
      readFileSync(join(content, 'out/renderer/licences.txt')),
    );
  });

  /** The fuses in the file: behind the sentinel come the version, their number and each as a digit. */
  function wireOf(program: string): string {
    const bytes = readFileSync(program);
    const at = bytes.indexOf(SENTINEL) + SENTINEL.length;
    return bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)).toString('latin1');
  }

  test('it stays small', () => {
    expect(statSync(packed.archive).size).toBeLessThan(7 * MIB);
    const unpacked = filesIn(`${packed.archive}.unpacked`).map(
      (file) => statSync(join(`${packed.archive}.unpacked`, file)).size,
    );
    expect(unpacked.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * MIB);
  });

  test('its fuses are the nine that are wanted; those that it came with are not', async () => {
    expect(await fuseTroubles(packed.program)).toEqual([]);
    // As they stand in the file, in the order of Electron's fuses.json5, whatever the table and the tool say.
    expect(wireOf(packed.program)).toBe('000011001');
    const untouched = placeholderRuntime(join(packed.folder, 'untouched'));
    const troubles = await fuseTroubles(join(untouched, 'electron'));
    expect(troubles).toHaveLength(6);
    expect(troubles).toContain('The fuse RunAsNode is not off.');
  });

  test('the bill of materials names what is inside, each package once, and the runtime', () => {
    const bill = JSON.parse(readFileSync(join(packed.resources, 'sbom.cdx.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const entries: readonly { readonly 'bom-ref': string; readonly name: string; readonly licenses: unknown }[] =
      bill.components;
    const names = entries.map(({ name }) => name);
    for (const name of ['react', 'undici', 'fastify', 'better-sqlite3', 'sqlite', 'keytar', 'electron', 'inter'])
      expect(names).toContain(name);
    for (const name of ['vitest', 'prebuild-install', 'electron-builder', 'playwright'])
      expect(names).not.toContain(name);
    const refs = entries.map((entry) => entry['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(entries.filter(({ licenses }) => JSON.stringify(licenses) === '[]')).toEqual([]);
    const { dependsOn } = bill.dependencies[0];
    expect(dependsOn.filter((ref: string) => !refs.includes(ref))).toEqual([]);
    const electron = entries.find(({ name }) => name === 'electron');
    expect(electron).toMatchObject({ version: '45.4.1', components: [{ name: 'chromium' }, { name: 'node' }] });
  });

  test.each(['main', 'writer', 'reader', 'compute', 'sandbox', 'authorities-thread'])(
    '%s parses as what it is run as',
    (entry) => {
      expect(spawnSync(process.execPath, ['--check', join(content, 'out', 'main', `${entry}.js`)]).status).toBe(0);
    },
  );

  /** The content alone, in a folder from which no other package is found, without these files. */
  function contentWithout(...left: readonly string[]): string {
    const copy = join(packed.folder, `copy-${left.join('-').replaceAll(/\W/g, '-')}`);
    cpSync(content, copy, { recursive: true });
    for (const file of left) {
      expect(existsSync(join(copy, file))).toBe(true);
      rmSync(join(copy, file));
    }
    return copy;
  }

  /**
   * One run of the content: what the vault says, and, if that is wanted, the answer of a statement, which a compute thread makes from the mirror.
   * Rejects when it ends before. The signal of a test that is late ends it.
   */
  async function runOf(folder: string, what: 'vault' | 'statement', signal: AbortSignal) {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    const console = await startStandIn(join(folder, 'out'), data, { signal });
    try {
      const { output: vault } = Object(await console.call({ id: '1', call: 'vault.status' }));
      if (what === 'vault') return { vault, statement: undefined };
      const period = { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' };
      return { vault, statement: await console.call({ id: '2', call: 'reconciliation.statement', input: { period } }) };
    } finally {
      console.kill();
    }
  }

  test('what it holds is enough to run: engine, threads, sandbox, database and keychain module', async ({ signal }) => {
    const ran = await runOf(contentWithout(), 'statement', signal);
    expect(ran.statement).toMatchObject({ ok: true });
    // Which word it is depends on the machine; that the module is not there would be our fault.
    expect(ran.vault).not.toMatchObject({ reason: 'not-installed' });
    expect(ran.vault).toMatchObject({ kind: expect.stringMatching(/^(?:working|unavailable)$/) });
  });

  // How each says so; one that says nothing is late, and that fails.
  test.for([
    ['a script of the database module', 'node_modules/better-sqlite3/lib/util.js', /Cannot find module '\.\/util'/],
    [
      'the database module’s binary',
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      /Cannot find module '.*better_sqlite3\.node'[^]*could not start/,
    ],
    ['a thread', 'out/main/compute.js', /^\{"id":"2","ok":false,/],
    ['the preload', 'out/preload/index.cjs', /ENOENT: .*preload\/index\.cjs/],
  ] as const)('without %s it does not, and says so', { timeout: PATIENCE_MS }, async ([, file, says], { signal }) => {
    const ran = runOf(contentWithout(file), 'statement', signal);
    const said = await ran.then(({ statement }) => JSON.stringify(statement), String);
    expect(said).toMatch(says);
  });

  test('without the keychain module’s binary that is named as not installed', async ({ signal }) => {
    const ran = await runOf(contentWithout('node_modules/keytar/build/Release/keytar.node'), 'vault', signal);
    expect(ran.vault).toEqual({ kind: 'unavailable', reason: 'not-installed' });
  });

  describe('the smoke test that the release runs', () => {
    /** The content whose engine has the time to close that a busy machine needs: how soon it does is the program's own test. */
    let patient: string;
    beforeAll(() => {
      patient = join(packed.folder, 'patient');
      cpSync(content, patient, { recursive: true });
      givePatience(join(patient, 'out'));
    });

    const smoke = async (behaviour: string, seconds = PATIENT_S, resources?: string) => {
      const [keyring, script] = ['with-keyring', 'smoke-package'].map((name) => join(ROOT, 'scripts', `${name}.mjs`));
      const child = [join(ROOT, 'test', 'package', 'smoke-child.ts'), join(patient, 'out/main/main.js'), behaviour];
      const options = ['--seconds', String(seconds), ...(resources === undefined ? [] : ['--resources', resources])];
      const args = [keyring, process.execPath, script, '--app', process.execPath, ...options, '--', ...child];
      return promisify(execFile)(process.execPath, args.map(String), { timeout: SMOKE_MS }).then(
        ({ stdout }) => stdout,
        (error: unknown) => String(Reflect.get(Object(error), 'stderr')),
      );
    };

    /** Without a keychain, in a folder of its own, by which what it has started is known. */
    function smokeIn(folder: string, behaviour: string, seconds: number) {
      mkdirSync(folder, { recursive: true });
      const [script, child] = [join(ROOT, 'scripts/smoke-package.mjs'), join(ROOT, 'test/package/smoke-child.ts')];
      const options = ['--app', process.execPath, '--seconds', String(seconds)];
      const args = [script, ...options, '--', child, join(patient, 'out/main/main.js'), behaviour];
      return execFile(process.execPath, args, { timeout: SMOKE_MS, env: { ...process.env, TMPDIR: folder } });
    }

    const endOf = (child: ChildProcess) =>
      new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));

    /** The processes that were given a folder below this one. */
    const runningIn = (folder: string) =>
      readdirSync('/proc').filter((name) => {
        try {
          return readFileSync(join('/proc', name, 'cmdline'), 'utf8').includes(`--data-dir\0${folder}`);
        } catch {
          return false;
        }
      });

    test('ends what it has started when it is told to stop, and leaves nothing', async () => {
      const folder = join(packed.folder, 'told-to-stop');
      const child = smokeIn(folder, 'wrapped-silent', PATIENT_S);
      const end = endOf(child);
      await expect.poll(() => runningIn(folder).length).toBe(2);
      child.kill('SIGTERM');
      expect(await end).toBe(143);
      await expect.poll(() => runningIn(folder)).toEqual([]);
      expect(readdirSync(folder).filter((name) => name.startsWith('merchant-console-smoke-'))).toEqual([]);
    });

    test('ends the program behind a starter, too, when it never answers', async () => {
      const folder = join(packed.folder, 'behind');
      /** How it ended, and whether both of them were there by then: that takes as long as the machine likes. */
      const given = async (seconds: number) => {
        const state = { areBoth: false, isOver: false };
        const end = endOf(smokeIn(folder, 'wrapped-silent', seconds)).finally(() => (state.isOver = true));
        await expect.poll(() => (state.areBoth ||= runningIn(folder).length === 2) || state.isOver).toBe(true);
        return { end: await end, areBoth: state.areBoth };
      };
      let seconds = 4;
      let ran = await given(seconds);
      while (!ran.areBoth) ran = await given((seconds *= 2));
      expect(ran.end).toBe(1);
      await expect.poll(() => runningIn(folder)).toEqual([]);
    });

    test('passes when a page is answered, and quits it', async () => {
      expect(JSON.parse(await smoke('answering'))).toMatchObject({ smoke: 'passed', keychain: 'not tried' });
    });

    test('ends the program itself where another process has started it', async () => {
      expect(JSON.parse(await smoke('wrapped-answering'))).toMatchObject({ smoke: 'passed' });
    });

    test('fails when all that a page gets is a refusal', async () => {
      expect(await smoke('refused', 8)).toContain('No page was answered within 8 s.');
    });

    test.runIf(hasKeyring)('tries the package’s keychain module in a real key store', async () => {
      expect(JSON.parse(await smoke('answering', PATIENT_S, packed.resources))).toMatchObject({ keychain: 'working' });
    });

    test('fails with a keychain module that does not load', async () => {
      const resources = join(packed.folder, 'no-module');
      const module = join(resources, 'app.asar.unpacked/node_modules/keytar/build/Release');
      mkdirSync(module, { recursive: true });
      writeFileSync(join(module, 'keytar.node'), 'no program');
      expect(await smoke('answering', PATIENT_S, resources)).toMatch(
        /The keychain module .*keytar\.node does not work here: /,
      );
    });

    test('fails when it ends before, and says how', async () => {
      expect(await smoke('failing')).toContain('The app ended before its page was answered (code 7).');
    });

    test('fails when no page is ever answered', async () => {
      expect(await smoke('silent', 4)).toContain('No page was answered within 4 s.');
    });
  });
});
