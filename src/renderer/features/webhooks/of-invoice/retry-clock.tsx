/**
 * The retry clock: one line in time, each stop as wide as the next, since minutes and half days stand on it side by side. It is a list, so
 * it reads as one. Not here: which stops there are (clock-view.ts).
 */
import { type ReactNode, useMemo } from 'react';
import type { Delivery } from '../../../../domain/delivery.ts';
import { formatInstant } from '../../../../domain/time.ts';
import { useNow, useUi } from '../../../ui/index.ts';
import { type ClockStop, clockSentences, clockStops, momentParts } from './clock-view.ts';
import './retry-clock.css';

const MINUTE_MS = 60_000;

/** Past attempts, the API's next one and estimates, and what they mean. Nothing where there is nothing to say. */
export function RetryClock({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const now = useNow(5_000);
  const { timeZone } = useUi();
  // The clock goes on every few seconds; the stops change with the delivery alone.
  const stops = useMemo(() => clockStops(delivery), [delivery]);
  const sentences = clockSentences(delivery, now, timeZone);
  if (stops.length === 0 && sentences.length === 0) return null;
  return (
    <div className="mc-clock">
      {stops.length === 0 ? null : (
        <ol className="mc-clock-line" aria-label="Retry clock">
          {stops.map((stop) => (
            <Stop key={stop.key} stop={stop} />
          ))}
        </ol>
      )}
      {sentences.map((sentence) => (
        <p key={sentence} className="mc-clock-words">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function Stop({ stop }: { readonly stop: ClockStop }): ReactNode {
  return (
    <li data-kind={stop.kind} data-outcome={stop.outcome ?? undefined}>
      <span className="mc-clock-after mc-num">{stop.after}</span>
      <span className="mc-clock-dot" aria-hidden="true" />
      <StopTime stop={stop} />
    </li>
  );
}

/** The time of day, and below it the day, where it is not today, and what happened or will. */
function StopTime({ stop: { at, kind, words } }: { readonly stop: ClockStop }): ReactNode {
  const { timeZone } = useUi();
  const now = useNow(MINUTE_MS);
  const { time, day } = at === null ? { time: '…', day: null } : momentParts(at, now, timeZone);
  return (
    <>
      <time
        className="mc-clock-time mc-num"
        dateTime={at ?? undefined}
        title={at === null ? undefined : `${formatInstant(at, timeZone) ?? at} ${timeZone}`}
      >
        {kind === 'estimate' ? 'about ' : ''}
        {time}
      </time>
      <span className="mc-clock-what">
        {day === null ? '' : `${day}, `}
        {words}
      </span>
    </>
  );
}
