/**
 * The head of a printed screen: whose it is, how complete the mirror was, and what has happened since that was proved. On paper only; a screen with a
 * head of its own (the statement, a closed period) prints that instead. Not here: how paper looks (theme/print.css).
 */
import type { ReactNode } from 'react';
import { useCall, useConnection, useProfile } from '../bridge/index.ts';
import { InstantText, PaperLists, paperName, PaperSandbox } from '../ui/index.ts';
import { sinceWords } from './sync-words.ts';

/** What every sheet needs to stand alone. */
export function PrintHeading(): ReactNode {
  const { profile } = useProfile();
  const { data: status } = useCall('sync.status', {});
  const connection = useConnection();
  if (profile === null) return null;
  const since = [status?.invoices, status?.withdrawals].map((list) => (list === undefined ? null : sinceWords(list)));
  return (
    <div className="mc-print-only mc-print-standing">
      <PaperSandbox isSandbox={profile.kind === 'sandbox'} />
      <p>{paperName(profile.name)}</p>
      <PaperLists lists={status ?? null} />
      {since[0] ? <p>Invoices: {since[0]}.</p> : null}
      {since[1] ? <p>Withdrawals: {since[1]}.</p> : null}
      {status?.statuses?.matches === false ? <p>The statuses of some invoices differ from the API’s count.</p> : null}
      {status?.offline === undefined ? null : (
        <p>
          The API could not be reached since <InstantText value={status.offline.since} withZone />: what is newer is not
          here.
        </p>
      )}
      {connection === 'reconnecting' ? <p>The console’s engine was not connected: this may be old.</p> : null}
    </div>
  );
}
