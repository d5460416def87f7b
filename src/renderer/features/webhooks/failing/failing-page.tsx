/**
 * What is failing now, by endpoint and cause, with the watch over the deliveries that knows it. One delivery stands on its invoice's screen.
 */
import type { ReactNode } from 'react';
import { useCall } from '../../../bridge/index.ts';
import { FailureNotice, PageFrame } from '../../../ui/index.ts';
import { FailingNow } from '../deliveries/failing-now.tsx';
import { WatchStrip } from '../deliveries/watch-strip.tsx';
import '../deliveries/desk.css';

const MIRROR_KINDS = ['deliveries', 'invoices'] as const;

/** The first screen of the webhooks. */
export function FailingPage(): ReactNode {
  const facets = useCall('deliveries.facets', {}, { refreshOn: MIRROR_KINDS }).data;
  const watch = useCall('watch.status', {}, { refreshOn: MIRROR_KINDS });
  return (
    <PageFrame title="Failing">
      {watch.failure === undefined ? null : <FailureNotice failure={watch.failure} onRetry={watch.refresh} />}
      <FailingNow watch={watch.data} />
      {watch.data === undefined ? null : (
        <WatchStrip
          status={watch.data}
          atRisk={facets?.atRisk}
          hosts={(facets?.hosts ?? []).map(({ value }) => value)}
          onChanged={watch.refresh}
        />
      )}
    </PageFrame>
  );
}
