/**
 * Every request of a page, held until main has said what becomes of it: navigations that the page makes are offered to its vetoes, all requests to
 * the session's filter, and the addresses of a protocol are answered by its handler. Not here: who asked (frames.ts).
 */
import type { ProtocolHandler, SessionRecord } from '../electron-stand-in/world.ts';
import { toMain } from './address.ts';
import type { Payload, Session } from './cdp.ts';

type Paused = Payload<'Fetch.requestPaused'>;

/** What the contents say to a request for a document. */
export interface Navigation {
  readonly url: string;
  readonly frameId: string;
  readonly isRedirect: boolean;
}

/** Answers one request. `mayNavigate` is asked for documents only. */
export async function answerRequest(
  page: Session,
  record: SessionRecord,
  paused: Paused,
  mayNavigate: (navigation: Navigation) => boolean,
): Promise<void> {
  const { requestId, request, frameId, resourceType } = paused;
  const url = toMain(request.url);
  const isRedirect = paused.redirectedRequestId !== undefined;
  if (resourceType === 'Document' && !mayNavigate({ url, frameId, isRedirect })) {
    await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  } else if (await isCancelled(record, url)) {
    await page.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  } else {
    const handler = record.protocols.get(url.slice(0, url.indexOf(':')));
    if (handler === undefined) await page.send('Fetch.continueRequest', { requestId });
    else await fulfil(page, paused, url, handler);
  }
}

/** What the session's filter says; one that never answers leaves the request hanging, as in Electron. */
function isCancelled({ beforeRequest }: SessionRecord, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (beforeRequest === undefined) resolve(false);
    else beforeRequest({ url }, ({ cancel }) => resolve(cancel === true));
  });
}

async function fulfil(
  page: Session,
  { requestId, request }: Paused,
  url: string,
  handler: ProtocolHandler,
): Promise<void> {
  const { method, headers, postData } = request;
  const response = await handler(
    new Request(url, { method, headers, ...(postData === undefined ? {} : { body: postData }) }),
  );
  await page.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}
