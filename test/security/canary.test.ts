/**
 * The built programs of both shells with a canary for a key and hostile texts for records: the key is typed into the screen of a real browser,
 * used against a server that echoes it, and then looked for in everything that came out or was left behind, in every spelling. Not here: the
 * engine by itself (test/integration/dispatch.test.ts), the system's key store (test/keychain).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../loopback/program.ts';
import { buildOnce } from '../support/electron-stand-in/built.ts';
import { type StandIn, startStandIn } from '../support/electron-stand-in/drive.ts';
import { patientBuild } from '../support/electron-stand-in/planted.ts';
import { type IndependentApi, startIndependentApi } from '../support/independent-api/server.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { scaled } from '../support/scale.ts';
import { systemBrowser } from '../support/system-browser.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Every character that some spelling escapes, and what the format gate lets in. */
const CANARY = 'canary"\\/+=&%<>?#key-9931~Qq';
const folder = mkdtempSync(join(tmpdir(), 'canary-test-'));
let api: IndependentApi;
let foreign: Server;
let foreignOrigin = '';
const foreignHits: string[] = [];
let texts: readonly string[] = [];

beforeAll(async () => {
  await buildOnce();
  foreign = createServer((request, response) => {
    foreignHits.push(String(request.url));
    response.end();
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const address = foreign.address();
  foreignOrigin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  texts = hostileTexts(foreignOrigin);
  api = await startIndependentApi({ businesses: [{ key: CANARY, invoices: 3, withdrawals: 2 }] });
  for (const [at, text] of texts.entries())
    api.order({
      externalId: `hostile-${at}`,
      customerId: text,
      purpose: `${text} ${CANARY}`,
      status: 'success',
      urls: {
        payment_method: { name: text, logo_url: `${foreignOrigin}/logo.png` },
        payment_url: `${foreignOrigin}/pay`,
      },
    });
  for (const [at, { deliveries }] of api.business.invoices.entries())
    for (const delivery of deliveries)
      Object.assign(delivery, {
        status: 'failed',
        response_body: texts[at % 100],
        last_error: texts[at % 100],
        target_url: `${foreignOrigin}/hook`,
      });
});
afterAll(async () => {
  await api?.close();
  foreign?.close();
  rmSync(folder, { recursive: true, force: true });
});

function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = [0, 1, 2].map((lead) =>
    Buffer.from('x'.repeat(lead) + secret)
      .toString('base64')
      .slice(lead === 0 ? 0 : 4, -4),
  );
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    html,
    html.replaceAll('"', '&quot;'),
    ...base64,
    Buffer.from(secret).toString('base64url').slice(0, -4),
    Buffer.from(secret).toString('hex'),
  ];
}

/** The places, by name, that hold the key in any spelling. */
function places(where: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(where)
    .filter(([, text]) => spellings(CANARY).some((spelling) => text.includes(spelling)))
    .map(([name]) => name);
}

/**
 * Every file below the folder, as bytes: databases with their write-ahead logs, the log, caches. A file that goes while it is looked for (an export
 * that has just been saved elsewhere) is under another name meanwhile, or gone: the folder is read anew.
 */
function filesOf(below: string): Readonly<Record<string, string>> {
  for (let turn = 0; turn < 50; turn += 1)
    try {
      const names = readdirSync(below, { recursive: true, encoding: 'utf8' }).filter((name) =>
        statSync(join(below, name)).isFile(),
      );
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(below, name), 'latin1')]));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  throw new Error(`${below} does not stand still`);
}

/** Command lines and environments of every process that may be read. */
function processes(): Readonly<Record<string, string>> {
  if (process.platform !== 'linux') return {};
  const found: [string, string][] = [];
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    for (const file of ['cmdline', 'environ'])
      try {
        found.push([`${id}/${file}`, readFileSync(`/proc/${id}/${file}`, 'latin1')]);
      } catch {
        // Somebody else's, or ended meanwhile.
      }
  return Object.fromEntries(found);
}

test('the judge finds the key in each of its spellings', () => {
  for (const spelling of spellings(CANARY)) expect(places({ a: `before ${spelling} after` })).toEqual(['a']);
  expect(places({ a: 'nothing of the kind' })).toEqual([]);
});

/** Waits until the job is over, and all that it writes is written. */
async function untilOver(jobId: unknown, list: () => Promise<{ jobs: readonly { id: unknown; state: string }[] }>) {
  await expect.poll(async () => (await list()).jobs.find(({ id }) => id === jobId)?.state).not.toBe('running');
}

describe('the browser shell', () => {
  const data = join(folder, 'browser');
  let program: Program;
  let browser: Browser;
  let page: Page;
  const bodies: Record<string, string> = {};
  const said: string[] = [];
  const requested: string[] = [];
  const dialogs: string[] = [];

  beforeAll(async () => {
    program = await startProgram(['--data-dir', data, '--no-open']);
    const executablePath = process.env['CHROMIUM_PATH'] ?? systemBrowser();
    browser = await chromium.launch({
      timeout: PATIENCE_MS,
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'],
    });
    page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript('window.executed = 0; window.xss = () => { window.executed += 1 }');
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => requested.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('response', (response) => {
      if (response.url().endsWith('/events')) return;
      response.body().then(
        (body) => (bodies[`${response.url()} ${Object.keys(bodies).length}`] = body.toString('latin1')),
        () => undefined,
      );
    });
    await page.goto(program.launch);
    await page.waitForURL(`${new URL(program.launch).origin}/`);
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
  });

  /** The document with what its fields hold, and everything that the browser keeps for it. */
  const pageNow = () =>
    page.evaluate<string>(`JSON.stringify([document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => field.value),
      ...[sessionStorage, localStorage].map((store) => Object.entries(store).join()), document.cookie, location.href])`);

  test('takes the key from its screen and lets go of it', async () => {
    await page.goto(`${new URL(program.launch).origin}/#/connect`);
    await page.getByLabel('Name', { exact: true }).fill('Canary');
    await page.keyboard.press('Enter');
    await page.getByLabel('API address').fill(api.baseUrl);
    await page.getByLabel('API key', { exact: true }).fill(CANARY);
    await page.getByRole('radio', { name: 'For this run only' }).check();
    await page.getByRole('button', { name: /^Connect( Enter)?$/ }).click();
    await page.getByRole('button', { name: 'Copy report' }).waitFor();
    expect(places({ page: await pageNow() })).toEqual([]);
  });

  test('shows hostile texts on its screens as text: nothing runs, nothing loads, nothing leaves', async () => {
    foreignHits.length = 0;
    const origin = new URL(program.launch).origin;
    const invoices = api.business.invoices.slice(3);
    const step = Math.ceil(invoices.length / scaled(invoices.length));
    const details = invoices.filter((_invoice, at) => at % step === 0).map(({ uuid }) => `/invoices/${uuid}`);
    for (const path of ['/invoices', '/webhooks/deliveries', '/pricing/methods', '/withdrawals', ...details]) {
      await page.goto(`${origin}/#${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('main [aria-busy="true"], main .mantine-Skeleton-root').count()).toBe(0);
      const markup = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('main script, main iframe, main object, main embed,' +
        ' main marquee, main math, main [onerror], main [onload], main [onfocus], main [ontoggle], main a[href^="javascript:" i],' +
        ' main img[src^="http"], main img[src="x"]')].map((it) => it.outerHTML.slice(0, 200))`);
      expect([path, markup]).toEqual([path, []]);
      expect(places({ [path]: await pageNow() })).toEqual([]);
    }
    // It was there to be seen at all.
    await page.goto(`${origin}/#/invoices/${invoices[0]?.uuid}`);
    await page.getByText('<script>xss()</script>').first().waitFor({ state: 'attached' });
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
    await page.getByText('<script>xss()</script>').filter({ visible: true }).first().waitFor();
    expect(await page.evaluate('window.executed')).toBe(0);
    expect(dialogs).toEqual([]);
    expect(foreignHits).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  });

  test('repeats nothing of the key that the server sends back, and leaves it nowhere', async () => {
    const origin = new URL(program.launch).origin;
    // The tab's own session: its launch link has been used.
    const token = await page.evaluate<string>("sessionStorage.getItem('merchant-console.session')");
    const headers = { origin, 'content-type': 'application/json', 'x-console-token': token };
    const call = async (name: string, input: unknown, profile?: string) => {
      const body = JSON.stringify({ id: name, call: name, input, ...(profile === undefined ? {} : { profile }) });
      const text = await (await fetch(`${origin}/call`, { method: 'POST', headers, body })).text();
      bodies[`${name} ${Object.keys(bodies).length}`] = text;
      return JSON.parse(text).output;
    };
    const { profiles } = await call('profiles.list', {});
    const { id } = profiles.find(({ name }: { name: string }) => name === 'Canary');
    const echo = {
      success: false,
      error: { code: 'ECHO', message: CANARY, details: { headers: { 'x-api-key': CANARY } } },
    };
    api.behaviour.intercept = () => ({ status: 404, headers: { 'x-echo': encodeURIComponent(CANARY) }, body: echo });
    await call('invoices.get', { ident: 'echo' }, id);
    await call('rates.latest', { fresh: true }, id);
    api.behaviour.intercept = () => null;
    const { jobId } = await call('exports.start', { kind: 'invoices' }, id);
    await untilOver(jobId, () => call('jobs.list', {}, id));
    expect(Object.keys(bodies).length).toBeGreaterThan(20);
    expect(places(bodies)).toEqual([]);
    expect(places({ page: await pageNow(), console: said.join('\n'), addresses: requested.join('\n') })).toEqual([]);
    expect(places({ stdout: program.stdout(), stderr: program.stderr() })).toEqual([]);
    const files = filesOf(data);
    expect(Object.keys(files).some((name) => name.endsWith('-wal'))).toBe(true);
    expect(Object.keys(files).some((name) => name.endsWith('console.log'))).toBe(true);
    expect(places(files)).toEqual([]);
    expect(places(processes())).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('keeps its memory out of cores', () => {
    expect(readFileSync(`/proc/${program.child.pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
  });
});

describe('the built main', () => {
  const data = join(folder, 'electron');
  let shell: StandIn;
  beforeAll(async () => {
    shell = await startStandIn(patientBuild(), data);
  });
  afterAll(() => shell?.quit());

  test('lets the key out on no channel, and leaves it nowhere', async () => {
    const heard: string[] = [];
    const stop = await shell.subscribe((args) => heard.push(JSON.stringify(args)));
    const answers: string[] = [];
    const call = async (name: string, input: unknown, profile?: string) => {
      const answer = await shell.call({ id: name, call: name, input, ...(profile === undefined ? {} : { profile }) });
      answers.push(JSON.stringify(answer));
      return Object(answer).output;
    };
    const wish = { name: 'Canary', baseUrl: api.baseUrl, apiKey: CANARY, storage: 'session' };
    const { id } = await call('profiles.add', wish);
    expect(id).toMatch(/./);
    await call('profiles.list', {});
    await call('invoices.get', { ident: 'hostile-0' }, id);
    const echo = { success: false, error: { code: 'ECHO', message: CANARY } };
    api.behaviour.intercept = () => ({ status: 404, headers: {}, body: echo });
    await call('invoices.get', { ident: 'echo' }, id);
    api.behaviour.intercept = () => null;
    const { jobId } = await call('exports.start', { kind: 'invoices' }, id);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    await untilOver(jobId, () => call('jobs.list', {}, id));
    await stop();
    expect(places({ answers: answers.join('\n'), events: heard.join('\n'), output: shell.output() })).toEqual([]);
    expect(places({ dialogs: JSON.stringify(await shell.shown()) })).toEqual([]);
    expect(places(filesOf(data))).toEqual([]);
    expect(places(processes())).toEqual([]);
  });
});
