/**
 * The order of a start, over the stand-in: the window is there while the engine's module, or the mirror's thread, takes as long as it likes. Each is kept back in a copy of the build.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { startStandIn } from '../support/electron-stand-in/drive.ts';
import { type Fault, plantPatience } from '../support/electron-stand-in/planted.ts';

const folders: string[] = [];
beforeAll(buildOnce, BUILD_MS);
afterAll(() => folders.forEach((it) => rmSync(it, { recursive: true, force: true })));

/** A build that keeps `chunk` (the only one of that beginning) back until the file is there, and a data folder. */
function keptBack(
  chunk: RegExp,
  first = '',
  ...faults: readonly Fault[]
): { readonly out: string; readonly data: string; readonly gate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'start-order-'));
  folders.push(folder);
  const out = plantPatience(folder, ...faults);
  const gate = join(folder, 'go');
  const [name, ...others] = readdirSync(join(out, 'main')).filter((it) => {
    return chunk.test(it) && readFileSync(join(out, 'main', it), 'utf8').length > 1_000;
  });
  if (name === undefined || others.length > 0) throw new Error('has the build changed its shape?');
  const file = join(out, 'main', name);
  const wait = `${first}import { existsSync as isThere } from 'node:fs';
process.stderr.write('kept back\\n');
while (!isThere(${JSON.stringify(gate)})) await new Promise((go) => setTimeout(go, 20));\n`;
  writeFileSync(file, `${wait}${readFileSync(file, 'utf8')}`);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  return { out, data, gate };
}

test.each<readonly [string, RegExp]>([
  ['the engine’s module', /^engine-/],
  ['the mirror’s thread', /^hosts-/],
])('%s is kept back: the window is there, and everything else comes after it', async (_, chunk) => {
  const { out, data, gate } = keptBack(chunk);
  const console = await startStandIn(out, data);
  try {
    const state = { isListed: false };
    const listed = console.call({ id: 'p', call: 'profiles.list' }).then((answer) => {
      state.isListed = true;
      return answer;
    });
    await expect.poll(() => console.output()).toContain('kept back');
    expect(state.isListed).toBe(false);
    writeFileSync(gate, '');
    expect(await listed).toMatchObject({ ok: true, output: { profiles: [{ kind: 'sandbox' }] } });
    expect(await console.quit()).toBe(0);
  } finally {
    console.kill();
  }
});

/** A window that paints late on a busy machine is waited for a minute, and not for a second. */
const PATIENT: Fault = {
  part: 'main',
  from: /=1e3(;function [\w$]+\([\w$]+,[\w$]+=[\w$]+\)\{return [\w$]+===void 0\?Promise\.resolve\(\))/,
  to: '=6e4$1',
  times: 1,
};

test('nothing of the engine is loaded before the window is there to be seen', async () => {
  const tell = `import { BrowserWindow as Windows } from 'electron';
process.stderr.write(Windows.getFocusedWindow() === null ? 'before the window\\n' : 'after the window\\n');\n`;
  const { out, data, gate } = keptBack(/^engine-/, tell, PATIENT);
  writeFileSync(gate, '');
  const console = await startStandIn(out, data);
  try {
    await expect.poll(() => console.output()).toMatch(/(?:before|after) the window/);
    expect(console.output()).toContain('after the window');
    expect(await console.quit()).toBe(0);
  } finally {
    console.kill();
  }
});
