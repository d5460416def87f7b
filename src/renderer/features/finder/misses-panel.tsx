/**
 * The offer to look up at the API what the mirror does not have, with what it costs, its progress and its end. Not here: asking
 * (bridge/use-misses).
 */
import type { ReactNode } from 'react';
import { type Misses, useCall } from '../../bridge/index.ts';
import { countWords, FailureNotice, Notice } from '../../ui/index.ts';
import { API_HAS_NOT, costWords, NOT_ASKABLE } from './lookup-view.ts';
import { MirrorReach } from './mirror-reach.tsx';

/** `ids`: those that nobody has asked the API for yet. */
export function MissesPanel({ misses, ids }: { readonly misses: Misses; readonly ids: readonly string[] }): ReactNode {
  const budget = useCall('sync.status', {}).data?.budget;
  if (misses.state === 'running') {
    return (
      <Notice
        tone="notice"
        title={`Asking the API: ${misses.done} of ${misses.total}`}
        action={{ label: 'Stop', run: misses.stop }}
      >
        {countWords(misses.requests, 'request', 'requests')} so far. What is found comes into the list and stays in the
        mirror.
      </Notice>
    );
  }
  return (
    <>
      {misses.failure === undefined ? null : <FailureNotice failure={misses.failure} />}
      {ids.length === 0 ? (
        <Ended misses={misses} />
      ) : (
        <Notice
          tone="quiet"
          title={`${countWords(ids.length, 'id is', 'ids are')} not in the mirror`}
          action={{ label: `Look them up at the API: ${costWords(ids, budget)}`, run: () => void misses.start(ids) }}
        >
          <MirrorReach />
        </Notice>
      )}
    </>
  );
}

function Ended({ misses }: { readonly misses: Misses }): ReactNode {
  if (misses.state !== 'done') return null;
  return (
    <Notice tone="quiet" title="The API was asked for everything that the mirror did not have">
      {countWords(misses.requests, 'request', 'requests')}. What is still not found: {API_HAS_NOT}. {NOT_ASKABLE}
    </Notice>
  );
}
