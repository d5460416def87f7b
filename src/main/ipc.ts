// The one channel between pages and engine; nothing else in the program touches ipcMain.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { EventData } from '../contract/events.ts';
import { CALL_CHANNEL, EVENT_CHANNEL, MAX_FRAME_BYTES } from '../contract/channel.ts';
import { fieldOf } from '../domain/kernel/fields.ts';
import type { SoonServedApp } from '../shell/served-soon.ts';
import type { Report } from './guards.ts';
import { addressOf, pathOf } from './desktop/screen-address.ts';
import { ORIGIN } from './origin.ts';

interface Page {
  /** One name per load: a page that loads again is a new window to the engine. */
  client: string;
  unsubscribe: () => void;
  readonly contents: WebContents;
  /** The team whose engine it shows; null: this computer's own. */
  team: string | null;
  /** It shows another one as soon as it is loaded anew; what the page of before still asks is asked of nobody. */
  isTurning: boolean;
  /** Whose business its last question was about; null before the first. */
  profile: string | null;
}

export interface Ipc {
  /** From now on this window's page may call: the engine of that team, or with null this computer's. */
  admit(contents: WebContents, team: string | null): void;
  /** Asks an admitted page to do something; any other is asked nothing. */
  command(contents: WebContents, command: EventData<'window.command'>): void;
  /** The page that the engine knows by this name; undefined once it is gone. */
  contentsOf(client: string): WebContents | undefined;
  /** Which team's engine an admitted page shows. */
  teamOf(contents: WebContents): string | null;
  /** Loads the page anew, for another engine. */
  turn(contents: WebContents, team: string | null): void;
  /** Those that show this team's engine. */
  showing(team: string): readonly WebContents[];
  /** Whose business an admitted page shows: every question about a business names it. Null while it has asked none. */
  profileOf(contents: WebContents): string | null;
  /** How many calls of that name have no answer yet. */
  unanswered(call: string): number;
}

/** Starts serving. Calls that come before the engine is up wait for it. `besides`: the engine of a team that is known; null of any other. */
export function serveIpc(
  engine: Promise<SoonServedApp>,
  report: Report,
  besides: (team: string) => Promise<SoonServedApp | null>,
): Ipc {
  const pages = new Map<number, Page>();
  let loads = 0;
  const nextClient = () => `window-${(loads += 1)}`;
  const asked = new Set<{ readonly call: unknown }>();

  const appOf = async ({ team }: Pick<Page, 'team'>): Promise<SoonServedApp> =>
    (team === null ? null : await besides(team)) ?? (await engine);

  /** The page behind a message. Throws, and tells, when the sender is not the top frame of an admitted page of ours. */
  function pageOf(event: IpcMainEvent | IpcMainInvokeEvent): Page {
    const frame = event.senderFrame;
    const page = pages.get(event.sender.id);
    if (frame === null || frame.parent !== null || frame.origin !== ORIGIN || page === undefined) {
      report('ipc', { origin: frame?.origin ?? 'none' });
      throw new Error('refused');
    }
    return page;
  }

  ipcMain.handle(CALL_CHANNEL, async (event, message: unknown) => {
    const page = pageOf(event);
    if (page.isTurning) throw new Error('refused');
    const { client } = page;
    const frame = plainFrame(message);
    const one = { call: fieldOf(frame, 'call') };
    const profile = fieldOf(frame, 'profile');
    if (typeof profile === 'string') page.profile = profile;
    asked.add(one);
    try {
      return await (await appOf(page)).dispatch(frame, client);
    } finally {
      asked.delete(one);
    }
  });

  ipcMain.on(EVENT_CHANNEL, (event, isWanted: unknown) => {
    let page: Page;
    try {
      page = pageOf(event);
    } catch {
      // It has been told; there is nobody to answer, and an exception here would end the program.
      return;
    }
    page.unsubscribe();
    if (isWanted === true && !page.isTurning) page.unsubscribe = push(appOf(page), page.client, event.sender);
  });

  async function leave(page: Page): Promise<void> {
    const { client } = page;
    page.unsubscribe();
    page.client = nextClient();
    (await appOf(page)).closeClient(client);
  }

  return {
    admit(contents, team) {
      const { id } = contents;
      const page = pageOver(contents, nextClient(), team);
      pages.set(id, page);
      const left = (): void => {
        page.isTurning = false;
        void leave(page).catch(() => undefined);
      };
      // Only when another document is there: a navigation begins before it is refused, and the page of a refused one stays.
      contents.on('did-navigate', left);
      contents.on('render-process-gone', left);
      contents.once('destroyed', () => {
        pages.delete(id);
        left();
      });
    },
    command(contents, command) {
      const page = pages.get(contents.id);
      if (page === undefined) return;
      appOf(page).then(
        (app) => app.command(page.client, command),
        () => undefined,
      );
    },
    contentsOf: (client) => [...pages.values()].find((page) => page.client === client)?.contents,
    teamOf: (contents) => pages.get(contents.id)?.team ?? null,
    turn(contents, team) {
      const page = pages.get(contents.id);
      if (page === undefined) return;
      void leave(page).catch(() => undefined);
      Object.assign(page, { team, profile: null, isTurning: true });
      turnTo(contents, addressOf(pathOf(contents.getURL()), team !== null));
    },
    showing: (team) => [...pages.values()].filter((page) => page.team === team).map(({ contents }) => contents),
    profileOf: (contents) => pages.get(contents.id)?.profile ?? null,
    unanswered: (call) => [...asked].filter((one) => one.call === call).length,
  };
}

/** Another document in any case: going to the address that is shown would load nothing. */
function turnTo(contents: WebContents, address: string): void {
  if (contents.getURL() === address) contents.reload();
  else void contents.loadURL(address).catch(() => undefined);
}

function pageOver(contents: WebContents, client: string, team: string | null): Page {
  return { client, unsubscribe: () => undefined, contents, profile: null, team, isTurning: false };
}

/** Pushes events to the page until the result is called. */
function push(engine: Promise<SoonServedApp>, client: string, contents: WebContents): () => void {
  const state = { isOver: false, unsubscribe: (): void => undefined };
  async function start(): Promise<void> {
    const app = await engine;
    if (state.isOver) return;
    state.unsubscribe = app.subscribe(client, (frame) => {
      if (!contents.isDestroyed()) contents.send(EVENT_CHANNEL, frame);
    });
  }
  void start().catch(() => undefined);
  return () => {
    state.isOver = true;
    state.unsubscribe();
  };
}

/** What the browser shell would have received: JSON within the limit, and nothing a structured clone could carry beyond it. */
function plainFrame(message: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(message);
  } catch {
    text = undefined;
  }
  if (text === undefined) throw new Error('not-json');
  if (Buffer.byteLength(text) > MAX_FRAME_BYTES) throw new Error('too-large');
  return JSON.parse(text);
}
