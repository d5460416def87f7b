/**
 * The browser shell in a real browser: the launch leaves no trace of its token, and the content policy stops what it is for.
 * The policy is judged by what Chromium blocks, never by its text.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAssets } from '../../src/shell/assets.ts';
import { startShell, type Shell } from '../loopback/harness.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { systemBrowser } from '../support/system-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'security-test-'));
let browser: Browser;
let shell: Shell;
let foreign: Server;
let foreignOrigin: string;
const foreignHits: string[] = [];

const INDEX = `<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__">
<script type="module" src="./app.js"></script><script>window.inline = true</script></head><body onclick="window.handler = true">console</body></html>`;
/** What a script that got in would try, and the directive that stops it. */
const attempts: readonly (readonly [directive: string, script: string])[] = [
  ['script-src', `try { eval('1') } catch {}`],
  ['script-src-elem', `document.head.append(Object.assign(document.createElement('script'), { src: 'FOREIGN/a.js' }))`],
  ['script-src-elem', `document.head.append(Object.assign(document.createElement('script'), { textContent: '1' }))`],
  ['script-src-attr', `document.body.setAttribute('onclick', '1'); document.body.click()`],
  ['style-src-elem', `document.head.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }))`],
  [
    'style-src-elem',
    `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'FOREIGN/a.css' }))`,
  ],
  ['img-src', `new Image().src = 'FOREIGN/a.png'`],
  ['font-src', `new FontFace('f', 'url(FOREIGN/a.woff2)').load().catch(() => 0)`],
  ['connect-src', `fetch('FOREIGN/a').catch(() => 0)`],
  ['connect-src', `navigator.sendBeacon('FOREIGN/b')`],
  ['connect-src', `new EventSource('FOREIGN/e')`],
  ['connect-src', `try { new WebSocket('FOREIGN/w'.replace('http', 'ws')) } catch {}`],
  ['frame-src', `document.body.append(Object.assign(document.createElement('iframe'), { src: 'FOREIGN/f' }))`],
  ['object-src', `document.body.append(Object.assign(document.createElement('object'), { data: 'FOREIGN/o' }))`],
  ['media-src', `Object.assign(document.createElement('video'), { src: 'FOREIGN/v' }).load()`],
  ['worker-src', `new Worker(URL.createObjectURL(new Blob(['1'])))`],
  ['base-uri', `document.head.append(Object.assign(document.createElement('base'), { href: 'FOREIGN/' }))`],
  [
    'form-action',
    `const form = Object.assign(document.createElement('form'), { action: 'FOREIGN/s', method: 'post' }); document.body.append(form); form.submit()`,
  ],
];
/** The attempts run later from the page's own file: what the developer protocol runs directly is beyond the policy's reach. */
const appFor = (origin: string) => `window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.effectiveDirective));
const attempts = [${attempts.map(([, script]) => `() => { ${script.replaceAll('FOREIGN', origin)} }`).join(',\n')}];
window.attempt = (at) => { setTimeout(attempts[at], 0) };
window.started = true;`;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), INDEX);
  foreign = createServer((request, response) => {
    foreignHits.push(String(request.url));
    response.setHeader('access-control-allow-origin', '*');
    response.end('<p>foreign</p>');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const address = foreign.address();
  foreignOrigin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  writeFileSync(join(folder, 'app.js'), appFor(foreignOrigin));
  shell = await startShell(listAssets(folder));
  const executablePath = process.env['CHROMIUM_PATH'] ?? systemBrowser();
  browser = await chromium.launch({
    timeout: PATIENCE_MS,
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'],
  });
});
afterAll(async () => {
  await browser?.close();
  await shell?.server.close();
  foreign?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of its own, whose steps may take as long as everything else. */
async function opened(context: Pick<BrowserContext, 'newPage'> = browser): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

async function launched(): Promise<Page> {
  const page = await opened();
  await page.goto(`${shell.server.origin}/launch#${shell.launches.issue('printed')}`);
  await page.waitForURL(`${shell.server.origin}/`);
  await page.waitForFunction('window.started');
  return page;
}

describe('the launch', () => {
  test('ends at a clean address with the session in this tab only, and no cookie', async () => {
    const context = await browser.newContext();
    const page = await opened(context);
    const requests: { readonly url: string; readonly headers: Record<string, string> }[] = [];
    page.on('request', (request) => requests.push({ url: request.url(), headers: request.headers() }));
    const token = shell.launches.issue('printed');
    await page.goto(`${shell.server.origin}/launch#${token}`);
    await page.waitForURL(`${shell.server.origin}/`);
    const session = await page.evaluate("sessionStorage.getItem('merchant-console.session')");
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(await page.evaluate('[document.cookie, document.referrer, localStorage.length]')).toEqual(['', '', 0]);
    expect(await context.cookies()).toEqual([]);
    // Neither going back nor any request tells the token again.
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain(token);
    for (const { url, headers } of requests) {
      expect(new URL(url).pathname + new URL(url).search).not.toContain(token);
      expect(JSON.stringify(headers)).not.toContain(token);
      expect(headers['cookie']).toBeUndefined();
    }
    const other = await opened(context);
    await other.goto(`${shell.server.origin}/`);
    expect(await other.evaluate("sessionStorage.getItem('merchant-console.session')")).toBeNull();
    await context.close();
  });

  test('a used link says so, and leads nowhere', async () => {
    const token = shell.launches.issue('printed');
    shell.launches.redeem(token);
    const page = await opened();
    await page.goto(`${shell.server.origin}/launch#${token}`);
    await page.getByText('This launch link has been used or is too old.').waitFor();
    expect(page.url()).toBe(`${shell.server.origin}/launch`);
    await page.close();
  });
});

describe('the content policy', () => {
  test('inline script and inline handlers do not run', async () => {
    const page = await launched();
    await page.getByText('console').click();
    expect(await page.evaluate('[window.inline, window.handler]')).toEqual([undefined, undefined]);
    await page.close();
  });

  test('every attempt is blocked with a violation, and nothing leaves', async () => {
    foreignHits.length = 0;
    const page = await launched();
    for (const [at, [directive, script]] of attempts.entries()) {
      await page.evaluate('window.violations.length = 0');
      await page.evaluate(`window.attempt(${at})`);
      const violations = async () => page.evaluate('window.violations');
      await expect.poll(violations, { message: script }).toContain(directive);
    }
    await page.close();
    expect(foreignHits).toEqual([]);
  });

  test('the nonce of this load lets a style in, another does not', async () => {
    const page = await launched();
    const add = (nonce: string) =>
      `(() => { const style = document.createElement('style'); style.nonce = ${nonce}; style.textContent = 'body{color:rgb(1,2,3)}'; document.head.append(style); return getComputedStyle(document.body).color })()`;
    expect(await page.evaluate(add("'guess'"))).not.toBe('rgb(1, 2, 3)');
    expect(await page.evaluate(add("document.querySelector('meta[name=csp-nonce]').content"))).toBe('rgb(1, 2, 3)');
    await page.close();
  });

  test('asks the browser for nothing but the clipboard’s writing side', async () => {
    const page = await launched();
    const allowed = await page.evaluate<string[]>('document.featurePolicy.allowedFeatures()');
    expect(allowed).toContain('clipboard-write');
    const wanted = [
      'camera',
      'microphone',
      'geolocation',
      'usb',
      'serial',
      'hid',
      'midi',
      'display-capture',
      'clipboard-read',
      'payment',
    ];
    const more = [
      'publickey-credentials-get',
      'screen-wake-lock',
      'storage-access',
      'local-fonts',
      'idle-detection',
      'fullscreen',
    ];
    expect([...wanted, ...more].filter((feature) => allowed.includes(feature))).toEqual([]);
    await page.close();
  });

  test('no foreign page frames the console, reads it, or posts to it', async () => {
    const before = shell.seen.length;
    const page = await opened();
    await page.goto(`${foreignOrigin}/`);
    const target = shell.server.origin;
    const read = `fetch('${target}/').then(() => 'read', () => 'refused')`;
    expect(await page.evaluate(read)).toBe('refused');
    const blind = `fetch('${target}/call', { method: 'POST', mode: 'no-cors', body: '{"id":"1","call":"echo"}' }).then((r) => r.type, () => 'refused')`;
    expect(await page.evaluate(blind)).toMatch(/opaque|refused/);
    // A page that may not be framed is loaded too, as one that says so.
    await page.evaluate(`new Promise((onload) =>
      document.body.append(Object.assign(document.createElement('iframe'), { src: '${target}/', onload })))`);
    const frame = page.frames().find((it) => it !== page.mainFrame());
    expect(await frame?.evaluate('window.started').catch(() => undefined)).toBeUndefined();
    expect(shell.seen).toHaveLength(before);
    await page.close();
  });
});
