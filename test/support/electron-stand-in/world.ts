/**
 * What the stand-in remembers of the program under test, for whoever looks at it: windows, handlers, guards, requests. Not
 * here: the module that the program imports (electron.ts) and the judging of it (audit.ts).
 */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { StandInContents } from './contents.ts';

type Handle = Parameters<Electron.IpcMain['handle']>[1];
type Heard = Parameters<Electron.IpcMain['on']>[1];
type Schemes = Parameters<Electron.Protocol['registerSchemesAsPrivileged']>[0];

export type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1];

/** What one session was told to refuse. */
export interface SessionRecord {
  readonly partition: string;
  readonly protocols: Map<string, ProtocolHandler>;
  readonly events: EventEmitter;
  permissionRequest?: Parameters<Electron.Session['setPermissionRequestHandler']>[0];
  permissionCheck?: Parameters<Electron.Session['setPermissionCheckHandler']>[0];
  device?: Parameters<Electron.Session['setDevicePermissionHandler']>[0];
  display?: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0];
  beforeRequest?: (
    details: Pick<Electron.OnBeforeRequestListenerDetails, 'url'>,
    callback: (response: Electron.CallbackResponse) => void,
  ) => void;
}

export interface WindowRecord {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly contents: StandInContents;
  readonly window: Pick<Electron.BrowserWindow, 'close' | 'isDestroyed'>;
}

/** The frame a message comes from, as far as anybody looks at it. */
export interface StandInFrame extends Pick<Electron.WebFrameMain, 'origin' | 'url'> {
  readonly parent: object | null;
}

export const world = {
  isReady: false,
  /** What the app waits for before it is ready: the browser, where there is one. */
  starting: Promise.resolve<unknown>(undefined),
  /** Notable calls in order: `enableSandbox`, `ready`, `window`. */
  order: [] as string[],
  schemes: [] as Schemes,
  windows: [] as WindowRecord[],
  sessions: new Map<string, SessionRecord>(),
  handlers: new Map<string, Handle>(),
  heard: new Map<string, Heard>(),
  dialogs: [] as unknown[],
  /** What the person answers to the next dialogs. */
  answers: { button: 1, savePath: '' },
  opened: [] as string[],
  exits: new EventEmitter(),
};

/** The event object a main-process handler gets for a message of this frame. */
export function messageEvent(contents: StandInContents, frame: StandInFrame | null) {
  return { sender: contents, senderFrame: frame, frameId: 1, processId: 1, preventDefault: () => undefined };
}

/** An `ipcRenderer.invoke` with any sender: what comes back to the page, or the rejection it would see. */
export async function invoke(
  contents: StandInContents,
  frame: StandInFrame | null,
  channel: string,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = world.handlers.get(channel);
  try {
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const answer: unknown = await Reflect.apply(handler, undefined, [
      messageEvent(contents, frame),
      ...structuredClone(args),
    ]);
    return structuredClone(answer);
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error });
  }
}
