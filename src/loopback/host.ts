// The Host port of the browser shell: what the engine may ask of a shell that lives in somebody's browser. A finished
// file is offered under a ticket and fetched once.
import { rmSync } from 'node:fs';
import type { Clock, ExportFile, Host, Ids } from '../backend/ports.ts';
import { systemAuthorities } from '../shell/authorities.ts';
import { NO_DESKTOP, noDesktop } from '../shell/no-desktop.ts';
import { proxyFor } from './proxy.ts';

const TICKET_BYTES = 16;
/** An offer that nobody fetched for so long is withdrawn and its file removed. */
const OFFER_MS = 10 * 60_000;

export interface BrowserHost {
  readonly host: Host;
  /** The offered file, once; whoever takes it removes it after use. */
  readonly takeExport: (ticket: string) => ExportFile | null;
  /** Withdraws every offer. */
  close(): void;
}

/** A host over the given clock. `environment` names the proxies. */
export function createBrowserHost(
  clock: Clock,
  ids: Ids,
  environment: Readonly<Record<string, string | undefined>>,
): BrowserHost {
  const offers = new Map<string, { readonly file: ExportFile; readonly until: number }>();

  function withdraw(isDue: (until: number) => boolean): void {
    for (const [ticket, offer] of offers) {
      if (!isDue(offer.until)) continue;
      offers.delete(ticket);
      rmSync(offer.file.path, { force: true });
    }
  }
  const withdrawOld = () => {
    const now = clock.monotonic();
    withdraw((until) => until <= now);
  };

  const offer = (file: ExportFile): string => {
    const ticket = ids.token(TICKET_BYTES);
    offers.set(ticket, { file, until: clock.monotonic() + OFFER_MS });
    return ticket;
  };

  const host: Host = {
    ...noDesktop,
    capabilities: { ...NO_DESKTOP, shell: 'browser', saveAs: 'download', openExternal: false, multiWindow: true },
    saveAs({ beside, ...file }) {
      withdrawOld();
      const besideTicket = beside === undefined ? undefined : offer(beside);
      return Promise.resolve({ kind: 'offered', ticket: offer(file), besideTicket });
    },
    // The screen shows the address as a link of its own here; the capability says so.
    openExternal: () => Promise.reject(new Error('the browser shell opens no addresses')),
    resolveProxy: (url) => Promise.resolve(proxyFor(url, environment)),
    systemCa: systemAuthorities(),
  };

  return {
    host,
    takeExport(ticket) {
      withdrawOld();
      const offer = offers.get(ticket);
      offers.delete(ticket);
      return offer?.file ?? null;
    },
    close: () => withdraw(() => true),
  };
}
