// How far the mirror reaches, beside an id that it does not have, and what the API cannot be asked for.
import type { ReactNode } from 'react';
import { useCall } from '../../bridge/index.ts';
import { grouped, TimeOfDayText } from '../../ui/index.ts';

export function MirrorReach(): ReactNode {
  const status = useCall('sync.status', {}).data;
  if (status === undefined) return null;
  const { invoices, deliveries } = status;
  return (
    <p className="mc-note">
      {invoices.certificate === 'certified' && invoices.asOf !== null ? (
        <>
          The list of invoices is complete as of <TimeOfDayText value={invoices.asOf} />.{' '}
        </>
      ) : (
        'The list of invoices is not complete yet. '
      )}
      Customers, deliveries and transaction hashes are found in the mirror only, since the API has no search; deliveries
      of {grouped(deliveries.read)} of {grouped(deliveries.terminal)} final invoices were read.
    </p>
  );
}
