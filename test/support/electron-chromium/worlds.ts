/**
 * What runs inside a page: the two halves of the context bridge (values copied, functions called through), and the surroundings of the preload.
 * These functions are handed to the browser as their source, so each stands alone. Not here: injecting them (preload.ts).
 */

export type Side = 'page' | 'preload';

/** How a value crosses: data as the browser's own structured clone copies it, everything that has behaviour by its number. */
type Crossing =
  | { readonly is: 'data'; readonly value: unknown }
  | { readonly is: 'function'; readonly number: number }
  | { readonly is: 'promise'; readonly number: number }
  | { readonly is: 'object'; readonly names: readonly string[]; readonly values: readonly Crossing[] };

type Message =
  | { readonly do: 'expose'; readonly name: string; readonly value: Crossing }
  | { readonly do: 'call'; readonly number: number; readonly args: readonly Crossing[] }
  | { readonly do: 'settle'; readonly number: number; readonly isFine: boolean; readonly value: Crossing };

export interface Half {
  expose(name: string, api: unknown): void;
}

/**
 * One half, in its own world. The halves share nothing but events on the document whose names nobody else knows; their details are
 * copied by the browser between the worlds. What a page replaces later is not used: everything needed is taken at the start.
 */
export function bridgeHalf(target: EventTarget, secret: string, side: Side): Half {
  const other = side === 'page' ? 'preload' : 'page';
  const { CustomEvent, Error, Promise, Object, String, Reflect } = globalThis;
  const { keys, defineProperty, freeze } = Object;
  const dispatch = target.dispatchEvent.bind(target);
  const functions: unknown[] = [];
  const settlers: { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }[] = [];
  /** How many promises of this side have crossed; each is known over there by its place. */
  let promises = 0;
  let returned: Crossing | { readonly is: 'error'; readonly text: string } | null = null;
  const takeReturned = (): typeof returned => {
    const taken = returned;
    returned = null;
    return taken;
  };

  const post = (kind: string, detail: unknown): void => {
    dispatch(new CustomEvent(`${secret}:${kind}:${other}`, { detail }));
  };
  const settle = async (number: number, value: unknown): Promise<void> => {
    try {
      post('message', { do: 'settle', number, isFine: true, value: pack(await value) });
    } catch (error) {
      post('message', { do: 'settle', number, isFine: false, value: { is: 'data', value: String(error) } });
    }
  };
  const pack = (value: unknown): Crossing => {
    if (typeof value === 'function') {
      functions[functions.length] = value;
      return { is: 'function', number: functions.length - 1 };
    }
    if (typeof value !== 'object' || value === null) return { is: 'data', value };
    if (value instanceof Promise) {
      const number = promises;
      promises += 1;
      void settle(number, value);
      return { is: 'promise', number };
    }
    const names = keys(value);
    let hasBehaviour = false;
    for (const name of names) if (typeof Reflect.get(value, name) === 'function') hasBehaviour = true;
    if (!hasBehaviour) return { is: 'data', value };
    const values: Crossing[] = [];
    for (const name of names) values[values.length] = pack(Reflect.get(value, name));
    return { is: 'object', names, values };
  };
  const callOther = (number: number, given: readonly unknown[]): unknown => {
    const args: Crossing[] = [];
    for (const arg of given) args[args.length] = pack(arg);
    post('message', { do: 'call', number, args });
    const answer = takeReturned();
    if (answer === null) throw new Error('An object could not be cloned.');
    if (answer.is === 'error') throw new Error(answer.text);
    return unpack(answer);
  };
  const unpack = (crossing: Crossing): unknown => {
    if (crossing.is === 'data') return crossing.value;
    if (crossing.is === 'function') return (...args: unknown[]) => callOther(crossing.number, args);
    if (crossing.is === 'promise')
      return new Promise((resolve, reject) => {
        settlers[crossing.number] = { resolve, reject };
      });
    const made = {};
    let at = 0;
    for (const name of crossing.names) {
      const part = crossing.values[at];
      if (part !== undefined) defineProperty(made, name, { value: unpack(part), enumerable: true });
      at += 1;
    }
    return freeze(made);
  };
  const take = (message: Message): void => {
    if (message.do === 'expose') {
      defineProperty(globalThis, message.name, { value: unpack(message.value), enumerable: true });
    } else if (message.do === 'settle') {
      const settler = settlers[message.number];
      if (message.isFine) settler?.resolve(unpack(message.value));
      else settler?.reject(new Error(String(unpack(message.value))));
    } else {
      try {
        const args: unknown[] = [];
        for (const arg of message.args) args[args.length] = unpack(arg);
        const callee = functions[message.number];
        post('returned', pack(typeof callee === 'function' ? Reflect.apply(callee, undefined, args) : undefined));
      } catch (error) {
        post('returned', { is: 'error', text: String(error) });
      }
    }
  };
  target.addEventListener(`${secret}:returned:${side}`, (event) => {
    returned = Reflect.get(event, 'detail');
  });
  target.addEventListener(`${secret}:message:${side}`, (event) => {
    const message: Message | null = Reflect.get(event, 'detail');
    if (message !== null) take(message);
  });
  return { expose: (name, api) => post('message', { do: 'expose', name, value: pack(api) }) };
}

/** What main tells the preload. */
export type ToPreload =
  | { readonly do: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly do: 'answer'; readonly number: number; readonly value?: unknown; readonly error?: string };

/** What the preload tells main. */
export type FromPreload =
  | { readonly do: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly do: 'invoke'; readonly number: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly do: 'failed'; readonly error: string };

interface Surroundings {
  readonly post: (text: string) => void;
  readonly bridge: Half | null;
  readonly loud: <Part extends object>(name: string, part: Part) => Part;
}

/** The `electron` that a sandboxed preload gets, and nothing of Node. Gives what main's messages are handed to. */
export function preloadSurroundings({ post, bridge, loud }: Surroundings) {
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  const open = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let asked = 0;
  /** JSON is all that crosses here; Electron would carry more, which is not silently lost. A property that is undefined is none in JSON. */
  const plain = (value: unknown): void => {
    if (value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)) return;
    const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
    if (typeof value !== 'object' || !isPlain) throw new Error('An object could not be cloned.');
    const parts: unknown[] = Object.values(value);
    parts.filter((part) => part !== undefined || Array.isArray(value)).forEach(plain);
  };
  const tell = (message: FromPreload): void => {
    if (message.do !== 'failed') message.args.forEach(plain);
    post(JSON.stringify(message));
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        asked += 1;
        open.set(asked, { resolve, reject });
        tell({ do: 'invoke', number: asked, channel, args });
      }),
    send: (channel: string, ...args: unknown[]) => tell({ do: 'send', channel, args }),
    on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
  };
  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown) {
      if (bridge === null) throw new Error('contextBridge API can only be used when contextIsolation is enabled');
      bridge.expose(name, api);
    },
  };
  const electron = loud('electron (preload)', {
    contextBridge: loud('contextBridge', contextBridge),
    ipcRenderer: loud('ipcRenderer', ipcRenderer),
  });
  return {
    require(name: string): unknown {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    },
    failed: (error: unknown) => tell({ do: 'failed', error: String(error) }),
    hear(message: ToPreload): void {
      if (message.do === 'send') {
        const event = { sender: 'an event object that must not cross' };
        for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.args);
        return;
      }
      const waiting = open.get(message.number);
      open.delete(message.number);
      if (message.error === undefined) waiting?.resolve(message.value);
      else waiting?.reject(new Error(message.error));
    },
  };
}
