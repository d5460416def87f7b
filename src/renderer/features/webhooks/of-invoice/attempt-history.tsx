/**
 * The attempts of one delivery, the latest round first and open. A delivery may have thousands; the latest are shown and the rest on
 * demand. Not here: one attempt (attempt-line.tsx) and those to come (retry-clock.tsx).
 */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Delivery } from '../../../../domain/delivery.ts';
import { AttemptLine } from './attempt-line.tsx';
import { roundsOf, roundWords, type ShownAttempt } from './timeline.ts';

/** Shown of a round at first, and more at every step. */
const FIRST = 20;
const STEP = 200;

/** Rounds are named only where there are several. */
export function AttemptHistory({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const [most, setMost] = useState(FIRST);
  const rounds = roundsOf(delivery);
  const [latest, ...earlier] = rounds;
  if (latest === undefined) return <p className="mc-note">None on record yet.</p>;
  if (earlier.length === 0) return <Attempts attempts={latest.attempts} />;
  return (
    <>
      {rounds.slice(0, most).map((round) => (
        <details key={String(round.round)} className="mc-round" open={round === latest ? true : undefined}>
          <summary>{roundWords(round)}</summary>
          <Attempts attempts={round.attempts} />
        </details>
      ))}
      <MoreButton what="rounds" hidden={rounds.length - most} onMore={() => setMost(most + STEP)} />
    </>
  );
}

function MoreButton(props: { readonly what: string; readonly hidden: number; readonly onMore: () => void }): ReactNode {
  const { what, hidden, onMore } = props;
  if (hidden <= 0) return null;
  return (
    <Button className="mc-timeline-more" variant="subtle" size="xs" onClick={onMore}>
      Show {Math.min(hidden, STEP).toLocaleString('en-GB')} of {hidden.toLocaleString('en-GB')} earlier {what}
    </Button>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly ShownAttempt[] }): ReactNode {
  const [most, setMost] = useState(FIRST);
  const hidden = Math.max(0, attempts.length - most);
  return (
    <>
      <MoreButton what="attempts" hidden={hidden} onMore={() => setMost(most + STEP)} />
      <ol className="mc-timeline" aria-label="Attempts">
        {attempts.slice(hidden).map((shown) => (
          <AttemptLine key={shown.key} shown={shown} />
        ))}
      </ol>
    </>
  );
}
