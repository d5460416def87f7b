/**
 * The judge of what may stand in the sources whoever edits them, over their syntax and not their text: who may hold the dangerous parts of
 * Electron and Node, and what nobody may hold. Not here: the tests and the planted faults (sources.test.ts), behaviour.
 */
import { type Argument, type Expression, type ModuleExportName, type PropertyKey, Visitor } from 'oxc-parser';
import type { Source } from '../tidy/source.ts';

/** A thing that stands in the source, by the name of its rule. */
export interface Standing {
  readonly path: string;
  readonly line: number;
  readonly rule: Rule;
}

/** What only the named files may do; everything else that is listed here stands nowhere. */
export const ONLY = {
  'makes windows': ['src/main/window.ts'],
  'answers pages': ['src/main/ipc.ts'],
  'speaks to main': ['src/preload/index.ts'],
  'opens addresses': ['src/main/host.ts'],
  'knows keytar': ['src/keychain/keytar-vault.ts'],
  'writes to stdout': ['src/loopback/index.ts', 'src/server/index.ts'],
  'starts programs': [
    'src/shell/data-folder.ts',
    'src/loopback/opener.ts',
    'src/main/desktop/tray/watch.ts',
    'src/main/updates/replace.ts',
  ],
  'uses the network': [
    'src/loopback/server.ts',
    'src/shell/http/serving.ts',
    'src/server/server.ts',
    'src/server/health.ts',
    // Knows addresses from names.
    'src/server/options.ts',
    'src/backend/api/transport/tunnel.ts',
    'src/main/updates/wire.ts',
    // To a team's host, and the one port that a sign-in comes back to.
    'src/shell/teams/line.ts',
    'src/shell/teams/way-in.ts',
  ],
  'speaks HTTP': ['src/backend/api/transport/transport.ts', 'src/backend/api/transport/tunnel.ts'],
  fetches: [
    'src/renderer/bridge/wire/loopback-transport.ts',
    'src/renderer/bridge/wire/event-stream.ts',
    'src/renderer/bridge/wire/session.ts',
    'src/renderer/features/settings/about-panel.tsx',
  ],
  /** Of the host of a team alone. */
  cookies: ['src/server/sign-in.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const NOWHERE = [
  'certificate checks switched off',
  'the content policy passed by',
  'raw page access',
  'raw HTML',
  'files as pages',
  'paths handed to the system',
  'weak preferences',
  'scripts before the preload',
  'CORS headers',
  'a server for everybody',
  'a shell around programs',
  'console output',
  'crash uploads',
  'code from text',
  'Electron handed to pages',
  'another way to the network',
  'a module by a name that is computed',
  'the clipboard read',
] as const;

export type Rule = keyof typeof ONLY | (typeof NOWHERE)[number];

/** Names that are a finding wherever they stand, as a variable, a property or a text. */
const NAMES: Readonly<Record<string, Rule>> = {
  ipcMain: 'answers pages',
  ipcRenderer: 'speaks to main',
  rejectUnauthorized: 'certificate checks switched off',
  checkServerIdentity: 'certificate checks switched off',
  NODE_TLS_REJECT_UNAUTHORIZED: 'certificate checks switched off',
  'certificate-error': 'certificate checks switched off',
  setCertificateVerifyProc: 'certificate checks switched off',
  'ignore-certificate-errors': 'certificate checks switched off',
  bypassCSP: 'the content policy passed by',
  "'unsafe-inline'": 'the content policy passed by',
  "'unsafe-eval'": 'the content policy passed by',
  executeJavaScript: 'raw page access',
  executeJavaScriptInIsolatedWorld: 'raw page access',
  executeInMainWorld: 'raw page access',
  insertCSS: 'raw page access',
  sendInputEvent: 'raw page access',
  dangerouslySetInnerHTML: 'raw HTML',
  innerHTML: 'raw HTML',
  outerHTML: 'raw HTML',
  insertAdjacentHTML: 'raw HTML',
  createContextualFragment: 'raw HTML',
  setHTMLUnsafe: 'raw HTML',
  parseHTMLUnsafe: 'raw HTML',
  DOMParser: 'raw HTML',
  srcDoc: 'raw HTML',
  srcdoc: 'raw HTML',
  loadFile: 'files as pages',
  openPath: 'paths handed to the system',
  webviewTag: 'weak preferences',
  enableBlinkFeatures: 'weak preferences',
  setPreloads: 'scripts before the preload',
  registerPreloadScript: 'scripts before the preload',
  setCookie: 'cookies',
  cookies: 'cookies',
  'set-cookie': 'cookies',
  execSync: 'a shell around programs',
  crashReporter: 'crash uploads',
  WebSocket: 'another way to the network',
  WebSocketStream: 'another way to the network',
  EventSource: 'another way to the network',
  XMLHttpRequest: 'another way to the network',
  sendBeacon: 'another way to the network',
  WebTransport: 'another way to the network',
  RTCPeerConnection: 'another way to the network',
  importScripts: 'another way to the network',
  createRequire: 'a module by a name that is computed',
  getBuiltinModule: 'a module by a name that is computed',
};
/** What Electron's own module has that is one of ours by name, or nobody's. */
const OF_ELECTRON: Readonly<Record<string, Rule>> = {
  net: 'another way to the network',
  clipboard: 'the clipboard read',
};
/** What a page or Electron reads the clipboard with; that a person pastes is an event with the text in it. */
const CLIPBOARD = /(?:^|\.)clipboard\.read(?:Text|HTML|Image|RTF|Bookmark|FindText|Buffer)?$/;
/** Texts that are a finding by how they begin. */
const BEGINNINGS: readonly (readonly [string, Rule])[] = [
  ['access-control-', 'CORS headers'],
  ['file://', 'files as pages'],
  ['javascript:', 'code from text'],
];
/** Preferences whose value makes the finding. */
const WEAK: Readonly<Record<string, boolean>> = {
  sandbox: false,
  contextIsolation: false,
  webSecurity: false,
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  nodeIntegrationInSubFrames: true,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  webviewTag: true,
};
const WINDOWS = new Set(['BrowserWindow', 'BaseWindow', 'BrowserView', 'WebContentsView']);
/** By name, Node's own without `node:`. */
const MODULES: Readonly<Record<string, Rule>> = {
  keytar: 'knows keytar',
  child_process: 'starts programs',
  cluster: 'starts programs',
  dgram: 'uses the network',
  dns: 'uses the network',
  'dns/promises': 'uses the network',
  http: 'uses the network',
  http2: 'uses the network',
  https: 'uses the network',
  net: 'uses the network',
  vm: 'code from text',
  inspector: 'code from text',
  'inspector/promises': 'code from text',
  module: 'a module by a name that is computed',
  fastify: 'uses the network',
  undici: 'speaks HTTP',
};
/** Of `node:tls` these speak to nobody. */
const TLS_READS = new Set(['createSecureContext', 'getCACertificates', 'rootCertificates']);
/** Addresses that mean every one of this machine. */
const EVERYBODY = new Set(['0.0.0.0', '::', '']);
const OUTPUT = new Set(['log', 'info', 'warn', 'error', 'debug', 'trace']);

/** `a.b.c` of a chain of plain names; an unknown link is `?`. */
function chainOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return chainOf(node.expression);
  if (node.type !== 'MemberExpression') return '?';
  const property = node.property.type === 'Identifier' && !node.computed ? node.property.name : '?';
  return `${chainOf(node.object)}.${property}`;
}

function keyOf(key: PropertyKey): string {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

/** Everything listed that stands in the source, in its order. */
export function standings(source: Source): readonly Standing[] {
  const found: Standing[] = [];
  const add = (rule: Rule, { start }: { readonly start: number }) =>
    found.push({ path: source.path, line: source.lineOf(start), rule });
  const addName = (name: string, node: { readonly start: number }) => {
    const rule = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    // A preference that is spelled out as off is no finding; `property` looks at its value.
    if (rule !== undefined && rule !== 'weak preferences') add(rule, node);
  };
  const addText = (text: string, node: { readonly start: number }) => {
    addName(text, node);
    for (const [beginning, rule] of BEGINNINGS) if (text.toLowerCase().includes(beginning)) add(rule, node);
    for (const word of ["'unsafe-inline'", "'unsafe-eval'"])
      if (text !== word && text.includes(word)) addName(word, node);
  };
  const addModule = (name: string, node: { readonly start: number }) => {
    const plain = name.replace(/^node:/, '');
    const rule = Object.hasOwn(MODULES, plain) ? MODULES[plain] : undefined;
    if (rule !== undefined) add(rule, node);
  };
  const addImported = (module: string, name: string, node: { readonly start: number }) => {
    if (/^(?:node:)?tls$/.test(module) && !TLS_READS.has(name)) add('uses the network', node);
    const rule = /^electron(?:\/|$)/.test(module) && Object.hasOwn(OF_ELECTRON, name) ? OF_ELECTRON[name] : undefined;
    if (rule !== undefined) add(rule, node);
  };
  const called = (callee: Expression, given: readonly Argument[], isNew: boolean) => {
    const name = chainOf(callee);
    const last = name.split('.').at(-1) ?? '';
    if (isNew && WINDOWS.has(last)) add('makes windows', callee);
    if (name.endsWith('.ipc.on') || name.endsWith('.ipc.handle') || name.endsWith('.ipc.once'))
      add('answers pages', callee);
    if (last === 'openExternal' && name.includes('shell.')) add('opens addresses', callee);
    if (/^(?:(?:globalThis|window|self)\.)?fetch$/.test(name)) add('fetches', callee);
    if (name === 'require') add('a module by a name that is computed', callee);
    if (CLIPBOARD.test(name)) add('the clipboard read', callee);
    if (last === 'execCommand' && isText(given[0], 'paste')) add('the clipboard read', callee);
    if (name === 'process.stdout.write') add('writes to stdout', callee);
    if (/^(?:globalThis\.|window\.)?(?:eval|Function)$/.test(name)) add('code from text', callee);
    if (/^document\.(?:write|writeln)$/.test(name)) add('raw HTML', callee);
    if (name.startsWith('console.') && OUTPUT.has(last)) add('console output', callee);
    if (last === 'exposeInMainWorld' && !isPlainApi(given[1])) add('Electron handed to pages', callee);
    if (['setTimeout', 'setInterval'].includes(name) && given[0]?.type === 'Literal') add('code from text', callee);
  };
  new Visitor({
    Identifier: (node) => addName(node.name, node),
    JSXIdentifier: (node) => addName(node.name, node),
    Literal: (node) => {
      if (typeof node.value === 'string') addText(node.value, node);
    },
    TemplateElement: (node) => addText(node.value.raw, node),
    NewExpression: (node) => called(node.callee, node.arguments, true),
    CallExpression: (node) => called(node.callee, node.arguments, false),
    ImportDeclaration: (node) => {
      if (node.importKind === 'type') return;
      addModule(node.source.value, node);
      for (const specifier of node.specifiers) {
        const isNamed = specifier.type === 'ImportSpecifier';
        if (isNamed && specifier.importKind === 'type') continue;
        addImported(node.source.value, isNamed ? nameOf(specifier.imported) : '*', specifier);
      }
    },
    ExportNamedDeclaration: (node) => {
      if (node.source === null || node.exportKind === 'type') return;
      addModule(node.source.value, node);
      for (const { local } of node.specifiers) addImported(node.source.value, nameOf(local), node);
    },
    ExportAllDeclaration: (node) => {
      if (node.exportKind === 'type') return;
      addModule(node.source.value, node);
      addImported(node.source.value, '*', node);
    },
    ImportExpression: (node) => {
      const name = textOf(node.source);
      if (name === null) add('a module by a name that is computed', node);
      else {
        addModule(name, node);
        addImported(name, '*', node);
      }
    },
    MemberExpression: (node) => {
      const rule = /^electron\.(net|clipboard)$/.exec(chainOf(node))?.[1];
      if (rule !== undefined) addImported('electron', rule, node);
      if (chainOf(node).endsWith('.debugger')) add('raw page access', node);
      if (/^document\.cookie$/.test(chainOf(node))) add('cookies', node);
    },
    Property: (node) => {
      if (node.value.type !== 'Literal') return;
      const name = keyOf(node.key);
      if (Object.hasOwn(WEAK, name) && node.value.value === WEAK[name]) add('weak preferences', node);
      if (name === 'enableBlinkFeatures') add('weak preferences', node);
      if (name === 'host' && EVERYBODY.has(String(node.value.value))) add('a server for everybody', node);
      if (name === 'shell' && node.value.value === true) add('a shell around programs', node);
    },
  }).visit(source.program);
  return found;
}

/** The text that stands there; null when it is computed. */
function textOf(node: Expression): string | null {
  if (node.type === 'Literal') return String(node.value);
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null;
}

function isText(given: Argument | undefined, wanted: string): boolean {
  return given !== undefined && given.type !== 'SpreadElement' && textOf(given) === wanted;
}

function nameOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

/** Functions by their own names, and nothing of Electron. */
function isPlainApi(api: Argument | undefined): boolean {
  return (
    api?.type === 'ObjectExpression' &&
    api.properties.every(
      (property) =>
        property.type === 'Property' &&
        property.value.type === 'Identifier' &&
        !['ipcRenderer', 'webFrame', 'webUtils', 'contextBridge', 'crashReporter'].includes(property.value.name),
    )
  );
}

/** What stands where it may not. */
export function outOfPlace(found: readonly Standing[]): readonly Standing[] {
  const allowed: Readonly<Record<string, readonly string[]>> = ONLY;
  return found.filter(({ path, rule }) => !(allowed[rule] ?? []).includes(path));
}
