/**
 * Looks at a program that runs over the stand-in and says what is wrong with its guards: fires what a hostile page would fire
 * and sees what comes of it. Each rule is a name and what was found; nothing found means it holds.
 */
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../../src/contract/channel.ts';
import { hostileAddresses, PERMISSIONS, traversals } from './hostile.ts';
import { VmContents } from './vm-contents.ts';
import { invoke, messageEvent, type SessionRecord, world } from './world.ts';

export type Findings = Readonly<Record<string, readonly string[]>>;

const PAGE = 'app://console/';

const PREFERENCES: Readonly<Record<string, unknown>> = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  devTools: false,
};

/** All rules over the first window. */
export async function audit(): Promise<Findings> {
  const contents = world.windows[0]?.contents;
  if (!(contents instanceof VmContents)) return { window: ['there is no window'] };
  const loaded = await contents.loaded.then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const session = [...world.sessions.values()].find(({ protocols }) => protocols.has('app'));
  if (session === undefined) return { session: ['no session serves app:'] };
  return {
    loaded,
    order: world.order.join().startsWith('enableSandbox,ready,window') ? [] : [world.order.join()],
    preferences: preferences(),
    preload: contents.required.join() === 'electron' ? [] : [`requires ${contents.required.join()}`],
    exposure: exposure(contents),
    navigation: navigation(contents),
    permissions: permissions(contents, session),
    requests: requests(session),
    scheme: world.schemes.length === 1 ? [] : [JSON.stringify(world.schemes)],
    bypass: world.schemes.flatMap(({ privileges }) =>
      ['bypassCSP', 'allowServiceWorkers', 'corsEnabled', 'allowExtensions'].filter((name) =>
        Object.entries(privileges ?? {}).some(([key, value]) => key === name && value === true),
      ),
    ),
    policy: await policy(session),
    traversal: await traversal(session),
    channels: channels(),
    senders: await senders(contents),
    persistence: session.partition.startsWith('persist:') || session.partition === '' ? [session.partition] : [],
  };
}

function preferences(): readonly string[] {
  return world.windows.flatMap(({ options }) => {
    const given = options.webPreferences ?? {};
    const wrong = Object.entries(PREFERENCES).filter(([name, value]) => Reflect.get(given, name) !== value);
    return [
      ...wrong.map(([name]) => `${name} is ${String(Reflect.get(given, name))}`),
      ...(Object.isFrozen(given) ? [] : ['not frozen']),
      ...('enableBlinkFeatures' in given ? ['enableBlinkFeatures'] : []),
    ];
  });
}

/** Exactly two functions, and nothing of Electron behind them. */
function exposure({ exposed }: VmContents): readonly string[] {
  const [first] = exposed.entries();
  const [name, api] = first ?? ['nothing', {}];
  const shape = Object.entries(typeof api === 'object' && api !== null ? api : {}).map(
    ([key, value]) => `${key}:${typeof value}`,
  );
  const found = `${exposed.size} ${name} ${shape.join()}`;
  return found === '1 merchantConsole call:function,subscribe:function' ? [] : [found];
}

function navigation(contents: VmContents): readonly string[] {
  const found: string[] = [];
  for (const url of hostileAddresses) {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      let isPrevented = false;
      contents.emit(event, { url, isMainFrame: true, preventDefault: () => (isPrevented = true) }, url);
      if (!isPrevented) found.push(`${event} ${url}`);
    }
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    };
    const answer: unknown =
      contents.openHandler === null ? undefined : Reflect.apply(contents.openHandler, undefined, [details]);
    if (JSON.stringify(answer) !== '{"action":"deny"}') found.push(`window.open ${url}`);
  }
  return [...found, ...world.opened.map((url) => `opened ${url}`)];
}

/** Everything is denied, except that our own page may put text on the clipboard. */
function permissions(contents: VmContents, session: SessionRecord): readonly string[] {
  const found: string[] = [];
  for (const permission of PERMISSIONS) {
    for (const origin of ['app://console', 'https://evil.example', 'app://console.evil', '']) {
      const isFine = permission === 'clipboard-sanitized-write' && origin === 'app://console';
      const asker = { getURL: () => `${origin}/` };
      const asked = { isMainFrame: true, requestingUrl: `${origin}/` };
      let isGranted = session.permissionRequest === undefined;
      const callback = (granted: boolean) => (isGranted = granted);
      Reflect.apply(session.permissionRequest ?? (() => undefined), undefined, [asker, permission, callback, asked]);
      if (isGranted !== isFine) found.push(`request ${permission} ${origin}`);
      const check: unknown = Reflect.apply(session.permissionCheck ?? (() => true), undefined, [
        contents,
        permission,
        origin,
        {},
      ]);
      if (check !== isFine) found.push(`check ${permission} ${origin}`);
    }
  }
  for (const deviceType of ['hid', 'serial', 'usb']) {
    const answer: unknown = Reflect.apply(session.device ?? (() => true), undefined, [
      { deviceType, origin: 'app://console', device: {} },
    ]);
    if (answer !== false) found.push(`device ${deviceType}`);
  }
  for (const event of ['select-hid-device', 'select-usb-device', 'select-serial-port', 'will-download']) {
    let isPrevented = false;
    session.events.emit(event, { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) found.push(event);
  }
  return found;
}

/** The page's session reaches nothing but the page. */
function requests(session: SessionRecord): readonly string[] {
  const isCancelled = (url: string) => {
    const answers: (boolean | undefined)[] = [];
    session.beforeRequest?.({ url }, ({ cancel }) => answers.push(cancel));
    return answers.length === 1 && answers[0] === true;
  };
  const addresses = hostileAddresses.filter((url) => !url.startsWith(PAGE));
  return [
    ...addresses.filter((url) => !isCancelled(url)),
    ...(isCancelled(PAGE) || isCancelled(`${PAGE}assets/a.js`) ? ['our own page is refused'] : []),
  ];
}

async function policy(session: SessionRecord): Promise<readonly string[]> {
  const nonces = new Set<string>();
  const found: string[] = [];
  for (let load = 0; load < 3; load += 1) {
    const response = await session.protocols.get('app')?.(new Request(PAGE));
    const header = response?.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([\w-]{16,})'/.exec(header)?.[1] ?? '';
    const page = (await response?.text()) ?? '';
    if (!header.startsWith("default-src 'none'; script-src 'self';") || /unsafe|\*/.test(header)) found.push(header);
    if (page.includes('__CSP_NONCE__') || (page.includes('csp-nonce') && !page.includes(nonce))) found.push('no nonce');
    nonces.add(nonce);
  }
  return nonces.size === 3 ? found : [...found, 'a nonce came twice'];
}

async function traversal(session: SessionRecord): Promise<readonly string[]> {
  const found: string[] = [];
  for (const url of traversals()) {
    // Not through `Request`, which would tidy the address up first.
    const answer: unknown = await Reflect.apply(session.protocols.get('app') ?? (() => undefined), undefined, [
      { method: 'GET', url },
    ]);
    if (!(answer instanceof Response) || answer.status !== 404) found.push(url);
  }
  return found;
}

function channels(): readonly string[] {
  const found = `${[...world.handlers.keys()].join()} ${[...world.heard.keys()].join()}`;
  return found === `${CALL_CHANNEL} ${EVENT_CHANNEL}` ? [] : [found];
}

/** Whoever is not the top frame of our own page gets no answer, whatever it asks. */
async function senders(contents: VmContents): Promise<readonly string[]> {
  const top = contents.mainFrame;
  const frame = (origin: string) => ({ origin, parent: null, url: `${origin}/` });
  const foreign = [
    'https://evil.example',
    'http://127.0.0.1',
    'file://',
    'null',
    '',
    'app://console.evil',
    'app://other',
  ];
  const strangers = [null, ...foreign.map(frame), { origin: 'app://console', parent: top, url: PAGE }];
  const unknown = Object.assign(Object.create(contents), { id: 9_999 });
  const found: string[] = [];
  for (const sender of strangers) found.push(...(await probe(contents, sender)));
  found.push(...(await probe(unknown, top)).map((it) => `a window nobody made: ${it}`));
  return found;
}

async function probe(contents: VmContents, frame: Parameters<typeof invoke>[1]): Promise<string[]> {
  const name = frame === null ? 'no frame' : `${frame.parent === null ? '' : 'sub-frame of '}${frame.origin}`;
  const answer = invoke(contents, frame, CALL_CHANNEL, [{ id: 'audit', call: 'app.info' }]).then(
    () => [`answered ${name}`],
    (error: unknown) => (String(error).includes('refused') ? [] : [`not refused: ${name}: ${String(error)}`]),
  );
  const late = new Promise<string[]>((resolve) => {
    setTimeout(() => resolve([`let in: ${name}`]), 500);
  });
  let events = 0;
  const count = () => (events += 1);
  contents.fromMain.on(EVENT_CHANNEL, count);
  try {
    Reflect.apply(world.heard.get(EVENT_CHANNEL) ?? (() => undefined), undefined, [
      messageEvent(contents, frame),
      true,
    ]);
  } catch (error) {
    // In Electron this would end the program.
    return [`threw at ${name}: ${String(error)}`];
  }
  const found = await Promise.race([answer, late]);
  await new Promise((resolve) => setImmediate(resolve));
  contents.fromMain.off(EVENT_CHANNEL, count);
  return events === 0 ? found : [...found, `subscribed ${name}`];
}
