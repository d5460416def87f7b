/**
 * The pages of the browser: those that windows make, and those that pages open by themselves, which main's handler decides on before anything
 * runs in them. Not here: the pages (contents.ts).
 */
import type * as Electron from 'electron';
import type { StandInContents } from '../electron-stand-in/contents.ts';
import { connection } from './browser.ts';
import type { Payload, Session } from './cdp.ts';

type Attached = Payload<'Target.attachedToTarget'>;

/** Pages that a window asked for and that have not been told of yet, and the other way round. */
const attached = new Map<string, Attached>();
const wanted = new Map<string, (session: Session) => void>();
const owners = new Map<string, StandInContents>();
let creating = 0;

connection.browser.on('Target.attachedToTarget', (event) => {
  attached.set(event.targetInfo.targetId, event);
  settle();
});
connection.browser.on('Target.detachedFromTarget', ({ sessionId }) => owners.get(sessionId)?.close());

/** Commands of one session are done in their order, so this one waits for nothing. */
const watching = connection.browser.send('Target.setAutoAttach', {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'page' }],
});
watching.catch(() => undefined);

/** A new page for the contents, which waits until it is let go (`Runtime.runIfWaitingForDebugger`). */
export async function openTarget(
  width: number,
  height: number,
  owner: StandInContents,
): Promise<{ readonly session: Session; readonly targetId: string }> {
  await watching;
  creating += 1;
  const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank', width, height });
  const session = await new Promise<Session>((resolve) => {
    wanted.set(targetId, resolve);
    creating -= 1;
    settle();
  });
  owners.set(session.id ?? '', owner);
  return { session, targetId };
}

/** Hands out what was asked for. What nobody asked for was opened by a page, which is known once nothing is being made. */
function settle(): void {
  for (const [targetId, event] of attached) {
    const take = wanted.get(targetId);
    if (take === undefined && creating > 0) continue;
    attached.delete(targetId);
    wanted.delete(targetId);
    if (take !== undefined) take(connection.session(event.sessionId));
    else popUps.push(event);
  }
  decide();
}

/** Windows that pages have opened, and what they said of it; the two come in no certain order, but each in its own. */
const popUps: Attached[] = [];
const openings: { readonly opener: StandInContents; readonly url: string }[] = [];

/** A page has opened a window at the address. */
export function tellOpened(opener: StandInContents, url: string): void {
  openings.push({ opener, url });
  decide();
}

/** Asks the handler of the page that opened it. One that is not denied goes on, unguarded. */
function decide(): void {
  const [popUp, opening] = [popUps[0], openings[0]];
  if (popUp === undefined || opening === undefined) return;
  popUps.shift();
  openings.shift();
  const { opener, url } = opening;
  const details: Electron.HandlerDetails = {
    url,
    frameName: '',
    features: '',
    disposition: 'new-window',
    referrer: { url: '', policy: 'default' },
  };
  const page = connection.session(popUp.sessionId);
  const isDenied = opener.openHandler?.(details).action === 'deny';
  void (isDenied ? shut(page) : page.send('Runtime.runIfWaitingForDebugger')).catch(() => undefined);
  decide();
}

/** The page that opened it waits until it goes on, so it goes on: to nowhere, and to its end. */
async function shut(page: Session): Promise<void> {
  page.on('Fetch.requestPaused', ({ requestId }) => {
    page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
  });
  await Promise.all([
    page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    page.send('Runtime.runIfWaitingForDebugger'),
    page.send('Page.close'),
  ]);
}
