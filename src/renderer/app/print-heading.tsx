/**
 * The head of a printed screen: whose it is, how complete the mirror was, and when. On paper only; a screen with a head of its own (the statement)
 * prints that instead. Not here: how paper looks (theme/print.css).
 */
import type { ReactNode } from 'react';
import { useCall, useProfile } from '../bridge/index.ts';
import { certificateWords, countOf, InstantText, plainText } from '../ui/index.ts';

/** What every sheet needs to stand alone. */
export function PrintHeading(): ReactNode {
  const { profile } = useProfile();
  const { data: status } = useCall('sync.status', {});
  if (profile === null) return null;
  return (
    <div className="mc-print-only mc-print-standing">
      {profile.kind === 'sandbox' ? <p className="mc-print-sandbox">SANDBOX · no real money</p> : null}
      <p>
        {plainText(profile.name.slice(0, 200))}
        {status === undefined ? null : (
          <>
            . Invoices: {certificateWords(status.invoices)}, {countOf(status.invoices)}
            {status.invoices.asOf === null ? null : (
              <>
                , as of <InstantText value={status.invoices.asOf} withZone />
              </>
            )}
            . Withdrawals: {certificateWords(status.withdrawals)}, {countOf(status.withdrawals)}
          </>
        )}
        .
      </p>
    </div>
  );
}
