/**
 * The built main, preload and renderer together over the stand-in with a Chromium, and what a hostile page does in it. Each check is made over the
 * sound build, where it finds nothing, and over one with a fault planted, where it must. Not here: the guards fired one by one (bundles.test.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EVENT_CHANNEL } from '../../src/contract/channel.ts';
import { type ChromiumStandIn, startChromiumStandIn } from '../support/electron-chromium/drive.ts';
import { buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { type Fault, plant } from '../support/electron-stand-in/planted.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'chromium-faults-'));
  folders.push(made);
  return made;
}

/** Another origin, which counts who came. */
let elsewhere: Server;
let foreign = '';
let visits = 0;

beforeAll(async () => {
  await buildOnce();
  elsewhere = createServer((_request, response) => {
    visits += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()));
  const address = elsewhere.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  foreign = `http://127.0.0.1:${address.port}/`;
});
afterAll(() => {
  elsewhere.close();
  for (const it of folders) rmSync(it, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const OURS = 'https://console.app.invalid/';
const ASK = `merchantConsole.call({ id: 'f', call: 'app.info' }).then((it) => 'answered ' + it.ok, (error) => String(error))`;

/** The page has the two functions of the preload, and the engine answers through them. */
async function findInPreload({ evaluate }: ChromiumStandIn): Promise<readonly string[]> {
  const exposed = await evaluate(`Object.keys(globalThis.merchantConsole ?? {}).join()`);
  if (exposed !== 'call,subscribe') return [`exposed: ${String(exposed)}`];
  const answer = await evaluate(ASK);
  return answer === 'answered true' ? [] : [String(answer)];
}

/** Built-ins that the page has replaced are not those that the preload uses, and what it was given cannot be changed. */
async function findInIsolation(standIn: ChromiumStandIn): Promise<readonly string[]> {
  const { evaluate } = standIn;
  await evaluate(`{
    globalThis.caught = [];
    // The screens use maps too; their calls come from the files that they were loaded from.
    const isOurs = () => new Error().stack.includes('/assets/');
    const { values, set } = Map.prototype;
    Map.prototype.values = function () { if (!isOurs()) caught.push('values'); return values.call(this); };
    Map.prototype.set = function (...args) { if (!isOurs()) caught.push('set'); return set.apply(this, args); };
    globalThis.heard = [];
    globalThis.merchantConsole?.subscribe((frame) => heard.push(frame));
    try { globalThis.merchantConsole = { call: null }; } catch {}
    try { globalThis.merchantConsole.call = null; } catch {}
  }`);
  await standIn.ask({ do: 'send', channel: EVENT_CHANNEL, args: [{ probe: 1 }] });
  const found: string[] = [];
  await evaluate(within(15_000, 'caught.length > 0 || heard.some((frame) => frame.probe === 1)'));
  const caught = await evaluate('caught.join()');
  if (caught === '' && (await evaluate('heard.some((frame) => frame.probe === 1)')) !== true)
    found.push('the page did not hear');
  if (caught !== '') found.push(`the page reached the preload: ${String(caught)}`);
  if ((await evaluate('typeof globalThis.merchantConsole?.call')) !== 'function')
    found.push('what was exposed was changed');
  return found;
}

/** A sub-frame of our own page is refused, whatever it got hold of. */
async function findInSubFrame({ evaluate }: ChromiumStandIn): Promise<readonly string[]> {
  const answer = await evaluate(`{
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentWindow.${ASK}
  }`);
  return String(answer).endsWith(': Error: refused') ? [] : [String(answer)];
}

/** A foreign page that came into the window is refused. */
async function findInForeignPage(standIn: ChromiumStandIn): Promise<readonly string[]> {
  await leave(standIn);
  const answer = await standIn.evaluate(ASK);
  return String(answer).endsWith(': Error: refused') ? [] : [String(answer)];
}

/** A page that goes elsewhere stays where it is, and nobody elsewhere hears of it. */
async function findInNavigation(standIn: ChromiumStandIn): Promise<readonly string[]> {
  const before = visits;
  await standIn.evaluate(
    `{ globalThis.events = []; globalThis.merchantConsole?.subscribe((it) => events.push(it.event)); }`,
  );
  await leave(standIn);
  const address = String(await standIn.evaluate('location.href'));
  const isHeard = address !== OURS || (await standIn.evaluate(HEARS)) === true;
  return [
    ...(address === OURS ? [] : [`went to ${address}`]),
    ...(isHeard ? [] : ['hears nothing any more']),
    ...(visits === before ? [] : ['somebody else was asked']),
  ];
}

/** Of a window that the page opens nobody elsewhere hears. (The page itself is told nothing of it: its opener policy cuts the two apart.) */
async function findInNewWindow(standIn: ChromiumStandIn): Promise<readonly string[]> {
  const before = visits;
  const pages = await pagesOf(standIn);
  const open = () => standIn.evaluate(`void open(${JSON.stringify(foreign)})`);
  await untilRefused(standIn, open, () => visits > before);
  // Main speaks before it denies; out of a window that is closed nobody can come any more.
  await expect.poll(async () => visits > before || (await pagesOf(standIn)) === pages).toBe(true);
  return visits === before ? [] : ['somebody else was asked'];
}

/** How many pages the browser has. */
async function pagesOf({ endpoint }: ChromiumStandIn): Promise<number> {
  const answer = await fetch(`http://${new URL(await endpoint()).host}/json/list`);
  return z
    .array(z.object({ type: z.string() }))
    .parse(await answer.json())
    .filter(({ type }) => type === 'page').length;
}

/** Whether it comes true in the page in so many milliseconds: at once where it does, and as long as a busy machine may need where it does not. */
function within(ms: number, condition: string): string {
  return `(async () => {
    const end = performance.now() + ${ms};
    while (!(${condition}) && performance.now() < end) await new Promise((again) => setTimeout(again, 20));
    return ${condition};
  })()`;
}

/** A page that was kept is still the one that the engine knows: it is told of what it changes. */
const HEARS = `merchantConsole
  .call({ id: 'h', call: 'settings.set', input: { colourScheme: 'dark' } })
  .then(() => ${within(15_000, `events.includes('settings.changed')`)})`;

/** Does what main must refuse, and waits until it has said so, or until it has happened all the same. */
async function untilRefused({ output }: ChromiumStandIn, act: () => Promise<unknown>, hasHappened: () => unknown) {
  const refusals = () => output().split('refused: ').length;
  const before = refusals();
  await act();
  await expect.poll(async () => refusals() > before || (await hasHappened())).toBe(true);
}

async function leave(standIn: ChromiumStandIn): Promise<void> {
  const { evaluate } = standIn;
  await untilRefused(
    standIn,
    () => evaluate(`void setTimeout(() => { location.href = ${JSON.stringify(foreign)}; })`),
    // Between two pages there is none to ask.
    () => evaluate(`location.href !== ${JSON.stringify(OURS)}`).catch(() => false),
  );
}

const REQUIRES: Fault = { part: 'preload', from: /^/, to: 'require("fs");', times: 1 };
const NOT_ISOLATED: Fault = { part: 'main', from: /contextIsolation:!0/, to: 'contextIsolation:!1', times: 1 };
const NO_SENDER_CHECK: Fault = { part: 'main', from: /throw (\w+)\(`ipc`/, to: '$1(`ipc`', times: 1 };
/** The vetoes are given to another event. */
const NOT_DENIED: Fault = { part: 'main', from: /on\(`will-(?:frame-)?navigate`/g, to: 'on(`will-redirect`', times: 2 };
const LET_THROUGH: Fault = { part: 'main', from: /cancel:!(\w+)/, to: 'cancel:!1', times: 1 };
/** The page is given up when a navigation begins, which is before it is refused. */
const LEFT_EARLY: Fault = { part: 'main', from: /on\(`did-navigate`/, to: 'on(`did-start-navigation`', times: 1 };
const OPENED: Fault = { part: 'main', from: /action:`deny`/, to: 'action:`allow`', times: 1 };
const GOT_IN: readonly Fault[] = [NOT_DENIED, LET_THROUGH];

type Find = (standIn: ChromiumStandIn) => Promise<readonly string[]>;

async function over(out: string, find: Find, isTakenOver = false): Promise<readonly string[]> {
  const standIn = await startChromiumStandIn({ out, dataFolder: join(folder(), 'data'), isTakenOver });
  try {
    await standIn.ask({ do: 'loaded' });
    return await find(standIn);
  } finally {
    await standIn.kill();
  }
}

describe('planted faults are found where a hostile page finds them', () => {
  const cases: readonly [name: string, find: Find, faults: readonly Fault[], said: RegExp][] = [
    ['a preload that requires a Node module', findInPreload, [REQUIRES], /^exposed: $/],
    ['a window without isolation', findInIsolation, [NOT_ISOLATED], /reached the preload: values/],
    ['a navigation that is not denied', findInNavigation, [NOT_DENIED], /^went to chrome-error:/],
    ['a page that is given up before its navigation is refused', findInNavigation, [LEFT_EARLY], /^hears nothing/],
    ['a navigation that nothing stops', findInNavigation, GOT_IN, /^went to http:.*somebody else was asked$/],
    ['a new window that is not denied', findInNewWindow, [OPENED], /^somebody else was asked$/],
    [
      'a handler without its sender check, asked by a foreign page',
      findInForeignPage,
      [...GOT_IN, NO_SENDER_CHECK],
      /answered true/,
    ],
  ];
  test.each(cases)('%s', async (_name, find, faults, said) => {
    expect((await over(plant(folder(), ...faults), find)).join('; ')).toMatch(said);
  });

  test('a handler without its sender check, asked by a sub-frame', async () => {
    expect(await over(plant(folder(), NO_SENDER_CHECK), findInSubFrame, true)).toEqual(['answered true']);
  });
});

describe('over the sound build nothing is found', () => {
  test('by one page after the other', async () => {
    const inTurn: Find = async (standIn) => {
      const found: string[] = [];
      for (const find of [findInPreload, findInNavigation, findInNewWindow, findInIsolation])
        found.push(...(await find(standIn)));
      return found;
    };
    expect(await over(OUT, inTurn)).toEqual([]);
  });

  test('by a sub-frame', async () => {
    expect(await over(OUT, findInSubFrame, true)).toEqual([]);
  });

  test('by a foreign page that got in because nothing else holds', async () => {
    expect(await over(plant(folder(), ...GOT_IN), findInForeignPage)).toEqual([]);
  });
});

describe('the stand-in itself', () => {
  test('a page that dies is loaded anew by main, prints, and its browser goes with its process', async () => {
    const standIn = await startChromiumStandIn({ out: OUT, dataFolder: join(folder(), 'data') });
    try {
      await standIn.ask({ do: 'loaded' });
      const { host } = new URL(await standIn.endpoint());
      await standIn.evaluate('globalThis.isOld = true');
      await standIn.ask({ do: 'crash' });
      await expect.poll(() => standIn.output()).toContain('refused: render-process-gone');
      await expect.poll(() => standIn.evaluate('globalThis.isOld !== true && document.title !== ""')).toBe(true);
      expect(await findInPreload(standIn)).toEqual([]);
      const printed = Buffer.from(String(await standIn.ask({ do: 'print' })), 'base64');
      expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
      await standIn.kill();
      const isThere = () =>
        fetch(`http://${host}/json/version`).then(
          () => true,
          () => false,
        );
      await expect.poll(isThere).toBe(false);
    } finally {
      await standIn.kill();
    }
  });
});
