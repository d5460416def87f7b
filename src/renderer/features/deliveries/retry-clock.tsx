/**
 * The retry clock: one line in time, each stop as wide as the next, since minutes and half days stand on it side by side. It is a list, so
 * it reads as one. Not here: which stops there are (clock-view.ts).
 */
import type { ReactNode } from 'react';
import type { Delivery } from '../../../domain/delivery.ts';
import { formatInstant } from '../../../domain/time.ts';
import { useNow, useUi } from '../../ui/index.ts';
import { type ClockStop, clockSentences, clockStops, momentInWords } from './clock-view.ts';
import './retry-clock.css';

const MINUTE_MS = 60_000;

/** Past attempts, the API's next one and estimates, and what they mean. Nothing where there is nothing to say. */
export function RetryClock({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const now = useNow(5_000);
  const { timeZone } = useUi();
  const stops = clockStops(delivery);
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
      <StopTime at={stop.at} isEstimate={stop.kind === 'estimate'} />
      <span className="mc-clock-what">{stop.words}</span>
    </li>
  );
}

function StopTime({ at, isEstimate }: { readonly at: string | null; readonly isEstimate: boolean }): ReactNode {
  const { timeZone } = useUi();
  const now = useNow(MINUTE_MS);
  if (at === null) return <span className="mc-clock-time">…</span>;
  return (
    <time className="mc-clock-time mc-num" dateTime={at} title={`${formatInstant(at, timeZone) ?? at} ${timeZone}`}>
      {isEstimate ? 'about ' : ''}
      {momentInWords(at, now, timeZone)}
    </time>
  );
}
