/**
 * A promise that was rejected and that nobody waited for ended the browser shell: the one part of the program that is served to a browser was gone, for
 * something that breaks nothing else, and while it still started not even a sentence was said but a stack. It is told to the log, as in the
 * desktop, and the console goes on; an exception, which leaves nobody knows what, ends in a sentence.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram } from '../../loopback/program.ts';
import { BUILD_MS, buildOnce } from '../../support/electron-stand-in/built.ts';

const folder = mkdtempSync(join(tmpdir(), 'stray-'));
/** Makes a stray rejection at one signal and an exception at another, from outside of the program's own modules. */
const STRAY = encodeURIComponent(
  `process.on('SIGUSR2', () => void Promise.reject(new Error('a stray secret')));
   process.on('SIGWINCH', () => { throw new Error('a thrown secret'); });`,
);

beforeAll(buildOnce, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All that the program has written into its folder as text. */
function logs(): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return names
    .flatMap((name) => (name.includes('log') && statSync(name).isFile() ? readFileSync(name, 'utf8') : []))
    .join('\n');
}

test('FAULT-66: a rejection that nobody waited for is logged and ends nothing; an exception ends in a sentence', async () => {
  const program = await startProgram(['--data-dir', folder, '--no-open'], {
    ...process.env,
    NODE_OPTIONS: `--import=data:text/javascript,${STRAY}`,
  });
  const { origin, headers } = await program.session();
  const ask = (): Promise<Response> =>
    fetch(`${origin}/call`, { method: 'POST', headers, body: '{"id":"1","call":"profiles.list"}' });
  expect((await ask()).status).toBe(200);
  program.child.kill('SIGUSR2');
  await expect.poll(logs).toContain('"rejection"');
  expect(await (await ask()).json()).toMatchObject({ ok: true });
  const { code } = await program.stop('SIGWINCH');
  expect(code).toBe(1);
  expect(logs()).toContain('"crash"');
  expect(program.stderr()).toContain('Something unforeseen went wrong and the console ends; its log has the details.');
  expect(program.stderr()).not.toContain('secret');
});
