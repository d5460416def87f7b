// Moments on screen, in the chosen zone, with their age where it matters.
import { describeDuration, formatInstant, fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { useNow, useOwnNow } from '../window/clock.ts';
import { useUi } from '../window/environment.tsx';
import classes from './instant-text.module.css';
import { dayText, momentWords, shortDay } from './writing.ts';

export interface InstantTextProps {
  readonly value: string | null;
  /** Adds "4 min ago". */
  readonly withAge?: boolean;
  /** Names the zone beside it: for single moments that stand alone. */
  readonly withZone?: boolean;
  /** To the minute, without the year where it is this one: "23 Nov 06:57". */
  readonly short?: boolean;
}

/** "2026-11-21 14:03:09" in the chosen zone. A text that is no instant is shown as it came. */
export function InstantText({ value, withAge = false, withZone = false, short = false }: InstantTextProps) {
  const { timeZone } = useUi();
  if (value === null) return <span className={classes.instantNone}>—</span>;
  const local = formatInstant(value, timeZone);
  if (local === null) return <span className={classes.instantOdd}>{value.slice(0, 80)}</span>;
  return (
    <span className={classes.instant}>
      <time dateTime={value} className="mc-num" title={`${value} · shown in ${timeZone}`}>
        {short ? <ShortMoment local={local} /> : dayText(local)}
      </time>
      {withZone ? <span className="mc-instant-age"> {timeZone}</span> : null}
      {withAge ? (
        <span className="mc-instant-age">
          {' · '}
          <AgeText since={value} />
        </span>
      ) : null}
    </span>
  );
}

/** "23 Nov 06:57" of "2026-11-23 06:57:09"; of another year "23 Nov 2025 06:57". */
function ShortMoment({ local }: { readonly local: string }): string {
  const thisYear = new Date(useNow(DAY_MS)).getUTCFullYear();
  return `${shortDay(local.slice(0, 10), `${thisYear}`)} ${local.slice(11, 16)}`;
}

/**
 * When something was so, as short as it can be said: the time of day for a moment of today, and the day with it for any other, so that
 * Friday's time is not taken for Monday's. The full instant is in the tooltip.
 */
export function TimeOfDayText(props: {
  readonly value: string;
  /** To the minute, without the zone, which stands beside it: "06:58", of another day "22 Nov 06:58". */
  readonly short?: boolean;
}) {
  const { value, short = false } = props;
  const { timeZone } = useUi();
  const now = useNow(MINUTE_MS);
  const local = formatInstant(value, timeZone);
  if (local === null) return <span className={classes.instantOdd}>{value.slice(0, 80)}</span>;
  const today = formatInstant(fromEpochMs(now), timeZone);
  return (
    <time dateTime={value} className="mc-num" title={`${dayText(local)} ${timeZone}`}>
      {!short ? (
        `${momentWords(local, today)} ${timeZone}`
      ) : local.slice(0, 10) === today?.slice(0, 10) ? (
        local.slice(11, 16)
      ) : (
        <ShortMoment local={local} />
      )}
    </time>
  );
}

const MINUTE_MS = 60_000;
interface AgeTextProps {
  readonly since: string | null;
  /** Who wrote the instant down: the API, or the console on this computer's clock. */
  readonly by?: 'api' | 'console';
}

/**
 * "4 min ago", or "in 4 min" for what is still to come. Moves by itself, so it is never announced: a live region that holds one is
 * told what happens in it and not how time passes.
 */
export function AgeText({ since, by = 'api' }: AgeTextProps) {
  const at = since === null ? null : toEpochMs(since);
  const [theirs, own] = [useNow(), useOwnNow()];
  const now = by === 'api' ? theirs : own;
  if (at === null) return <span className={classes.instantNone}>—</span>;
  const words = awayWords(now - at);
  return (
    <span className="mc-num" aria-live="off">
      {words}
    </span>
  );
}

/** Two clocks never agree to the second, and what has just been written is not to come. */
function awayWords(ms: number): string {
  if (Math.abs(ms) < 1000) return 'now';
  return ms < 0 ? `in ${coarse(-ms)}` : `${coarse(ms)} ago`;
}

const DAY_MS = 86_400_000;

/** Beyond three days nobody asks for the hours. */
function coarse(milliseconds: number): string {
  return milliseconds < 3 * DAY_MS ? describeDuration(milliseconds) : `${Math.floor(milliseconds / DAY_MS)} d`;
}
