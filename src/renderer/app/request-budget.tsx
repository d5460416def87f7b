/**
 * How many requests of this minute the key has left, always in view: the merchant's own shop may live on the same key.
 */
import { Progress } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { useCall } from '../bridge/index.ts';
import { useOwnNow } from '../ui/index.ts';

/** Remaining of limit, until when, what is kept free, and who else draws on it. */
export function RequestBudget(): ReactNode {
  const { data } = useCall('sync.status', {});
  if (data === undefined) return null;
  return <Budget budget={data.budget} />;
}

function Budget({ budget }: { readonly budget: SyncStatus['budget'] }): ReactNode {
  const { limit, remaining, reserve, reserveSet, foreignUse, foreignPerMinute } = budget;
  const seconds = useSecondsLeft(budget);
  return (
    <section className="mc-stand" aria-label="Request budget">
      <div className="mc-stand-head">
        <span className="mc-stand-title mc-num">
          {remaining} of {limit} requests left
        </span>
      </div>
      <Progress
        size={4}
        value={limit > 0 ? (remaining / limit) * 100 : 0}
        color={remaining <= reserve ? 'yellow' : 'ink'}
        aria-label="Requests left this minute"
      />
      <p className="mc-stand-note mc-num">
        <span className="mc-stand-phrase">{seconds > 0 ? `Resets in ${seconds} s` : 'Full again'}</span>,{' '}
        <span className="mc-stand-phrase">
          {reserve} kept for your shop{reserveSet === 'automatic' ? '' : ', set by you'}
        </span>
      </p>
      {foreignUse ? (
        <p className="mc-stand-note mc-num">
          <span role="status">Another program uses this key</span>
          {foreignPerMinute > 0 ? `, about ${foreignPerMinute} a minute` : ''}.{' '}
          <Link className="mc-link mc-stand-phrase" href="/settings">
            What helps
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** Counts down from when the budget was told; the engine does not tell every second. */
function useSecondsLeft(budget: SyncStatus['budget']): number {
  const now = useOwnNow();
  const [told, setTold] = useState({ budget, at: now });
  if (told.budget !== budget) setTold({ budget, at: now });
  return Math.max(0, Math.ceil(budget.resetSeconds - (now - told.at) / 1000));
}
