/**
 * What must not stand in the sources, whoever edits them, judged by their syntax: one maker of windows, one user of each dangerous part, no
 * way around TLS, the content policy or the escaping of text. The judge is tried on a planted fault of each rule. Not here: behaviour.
 */
import { describe, expect, test } from 'vitest';
import { parseSource, readSources } from '../tidy/source.ts';
import { NOWHERE, ONLY, outOfPlace, type Rule, standings } from './sources.ts';

const sources = readSources('src');
const found = sources.filter(({ path }) => !path.startsWith('src/sandbox/')).flatMap(standings);
const say = (those: ReturnType<typeof outOfPlace>) => those.map(({ path, line, rule }) => `${path}:${line} ${rule}`);

describe('one file alone', () => {
  test.each(Object.entries(ONLY))('%s', (rule, files) => {
    const those = found.filter((it) => it.rule === rule);
    expect(say(outOfPlace(those))).toEqual([]);
    expect(those.map(({ path }) => path)).toContain(files[0]);
  });
});

describe('nowhere', () => {
  test.each(NOWHERE)('%s', (rule) => {
    expect(say(outOfPlace(found.filter((it) => it.rule === rule)))).toEqual([]);
  });
});

describe('the judge finds', () => {
  const planted: readonly (readonly [code: string, rule: Rule])[] = [
    [`new BrowserWindow({ show: false });`, 'makes windows'],
    [`const w = new electron.BrowserWindow(options);`, 'makes windows'],
    [`new WebContentsView();`, 'makes windows'],
    [`import { ipcMain as main } from 'electron';`, 'answers pages'],
    [`ipcMain.handle('x', () => secret);`, 'answers pages'],
    [`contents.ipc.on('x', () => secret);`, 'answers pages'],
    [`window.mainFrame.ipc.handle('x', f);`, 'answers pages'],
    [`ipcRenderer.send('x');`, 'speaks to main'],
    [`shell.openExternal(url);`, 'opens addresses'],
    [`electron.shell.openExternal(url);`, 'opens addresses'],
    [`await import('keytar');`, 'knows keytar'],
    [`process.stdout.write('x');`, 'writes to stdout'],
    [`import { spawn } from 'node:child_process';`, 'starts programs'],
    [`import { createServer } from 'node:net';`, 'uses the network'],
    [`import { createServer } from 'net';`, 'uses the network'],
    [`export { get } from 'node:https';`, 'uses the network'],
    [`export * from 'node:http2';`, 'uses the network'],
    ['await import(`node:dgram`);', 'uses the network'],
    [`import { resolve } from 'node:dns/promises';`, 'uses the network'],
    [`import { connect } from 'node:tls';`, 'uses the network'],
    [`import tls from 'node:tls';`, 'uses the network'],
    [`import { request } from 'undici';`, 'speaks HTTP'],
    [`await fetch('https://example.com');`, 'fetches'],
    [`await globalThis.fetch(url);`, 'fetches'],
    [`new WebSocket(url);`, 'another way to the network'],
    [`new EventSource(url);`, 'another way to the network'],
    [`new window.XMLHttpRequest();`, 'another way to the network'],
    [`navigator.sendBeacon(url, text);`, 'another way to the network'],
    [`new RTCPeerConnection();`, 'another way to the network'],
    [`import { app, net } from 'electron';`, 'another way to the network'],
    [`import { net as wire } from 'electron/main';`, 'another way to the network'],
    [`electron.net.request(url);`, 'another way to the network'],
    [`await import(name);`, 'a module by a name that is computed'],
    [`process.getBuiltinModule('node:http');`, 'a module by a name that is computed'],
    [`createRequire(import.meta.url)('node:http');`, 'a module by a name that is computed'],
    [`const http = require('node:http');`, 'a module by a name that is computed'],
    [`await navigator.clipboard.readText();`, 'the clipboard read'],
    [`await window.navigator.clipboard.read();`, 'the clipboard read'],
    [`import { clipboard } from 'electron';`, 'the clipboard read'],
    [`document.execCommand('paste');`, 'the clipboard read'],
    [`connect({ rejectUnauthorized: false });`, 'certificate checks switched off'],
    [`const a = { 'rejectUnauthorized': false };`, 'certificate checks switched off'],
    [`process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';`, 'certificate checks switched off'],
    [
      `app.on('certificate-error', (event, _w, _u, _e, _c, callback) => callback(true));`,
      'certificate checks switched off',
    ],
    [`session.setCertificateVerifyProc((_r, callback) => callback(0));`, 'certificate checks switched off'],
    [`const a = { checkServerIdentity: () => undefined };`, 'certificate checks switched off'],
    [`register([{ scheme, privileges: { bypassCSP: true } }]);`, 'the content policy passed by'],
    ["const a = `script-src 'self' 'unsafe-inline' ${b}`;", 'the content policy passed by'],
    [`contents.executeJavaScript(code);`, 'raw page access'],
    [`contents.debugger.attach();`, 'raw page access'],
    [`const a = <p dangerouslySetInnerHTML={{ __html: a }} />;`, 'raw HTML'],
    [`element.innerHTML = text;`, 'raw HTML'],
    [`element['innerHTML'] = text;`, 'raw HTML'],
    [`element.insertAdjacentHTML('beforeend', text);`, 'raw HTML'],
    [`document.write(text);`, 'raw HTML'],
    [`const a = <iframe srcDoc={text} />;`, 'raw HTML'],
    [`window.loadFile('index.html');`, 'files as pages'],
    [`window.loadURL('file:///index.html');`, 'files as pages'],
    [`shell.openPath(path);`, 'paths handed to the system'],
    [`const a = { contextIsolation: false };`, 'weak preferences'],
    [`const a = { nodeIntegration: true };`, 'weak preferences'],
    [`const a = { sandbox: false };`, 'weak preferences'],
    [`const a = { enableBlinkFeatures: 'X' };`, 'weak preferences'],
    [`session.registerPreloadScript({ filePath });`, 'scripts before the preload'],
    [`document.cookie = 'a=b';`, 'cookies'],
    [`reply.header('set-cookie', 'a=b');`, 'cookies'],
    [`reply.header('Access-Control-Allow-Origin', '*');`, 'CORS headers'],
    [`server.listen({ host: '0.0.0.0', port: 0 });`, 'a server for everybody'],
    [`spawn('ls', [], { shell: true });`, 'a shell around programs'],
    [`execSync('ls');`, 'a shell around programs'],
    [`console.log('x');`, 'console output'],
    [`crashReporter.start({ submitURL });`, 'crash uploads'],
    [`eval(text);`, 'code from text'],
    [`new Function(text);`, 'code from text'],
    [`setTimeout('alert(1)', 1);`, 'code from text'],
    [`import { runInThisContext } from 'node:vm';`, 'code from text'],
    ['const a = <a href="javascript:void 0">x</a>;', 'code from text'],
    [`contextBridge.exposeInMainWorld('api', { send: ipcRenderer.send });`, 'Electron handed to pages'],
    [`contextBridge.exposeInMainWorld('api', electron);`, 'Electron handed to pages'],
    [`contextBridge.exposeInMainWorld('api', { ipcRenderer });`, 'Electron handed to pages'],
    [`contextBridge.exposeInMainWorld('api', { ...electron });`, 'Electron handed to pages'],
  ];

  test.each(planted)('%s', (code, rule) => {
    expect(outOfPlace(standings(parseSource('src/main/planted.tsx', code))).map((it) => it.rule)).toContain(rule);
  });

  test.each([
    `import { createSecureContext, getCACertificates } from 'node:tls';`,
    `import type { Socket } from 'node:net';`,
    `await navigator.clipboard.writeText(text);`,
    `const text = event.clipboardData.getData('text');`,
    `await context.prefetch(url);`,
    `import { app } from 'electron';`,
  ])('nothing in %s', (code) => {
    expect(standings(parseSource('src/main/planted.tsx', code))).toEqual([]);
  });

  test('each of its rules at least once', () => {
    const tried = new Set<string>(planted.map(([, rule]) => rule));
    expect([...Object.keys(ONLY), ...NOWHERE].filter((rule) => !tried.has(rule))).toEqual([]);
  });
});

test('the preload imports electron and the channel’s names, and nothing else', () => {
  const imported = sources
    .filter(({ path }) => path.startsWith('src/preload/'))
    .flatMap(({ program }) => program.body)
    .flatMap((node) => (node.type === 'ImportDeclaration' ? [node.source.value] : []));
  expect(imported.sort()).toEqual(['../contract/channel.ts', 'electron']);
});

test('the sandbox of every page is switched on, and the schemes declared, before anything waits for the app', () => {
  const main = sources.find(({ path }) => path === 'src/main/index.ts');
  const lines = (main?.program.body ?? []).map((node) => main?.text.slice(node.start, node.end) ?? '');
  const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
  const order = [
    /^keepMemoryPrivate\(\);$/,
    /^app\.enableSandbox\(\);$/,
    /^declareScheme\(protocol\);$/,
    /\bstart\(\);/,
  ].map(at);
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  // What stands before them only reads the command line.
  const before = lines.slice(0, order[1]).join('\n');
  expect(before).not.toMatch(/whenReady|requestSingleInstanceLock/);
});
