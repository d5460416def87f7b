// Days of a token as a picture: what each brought and took, beside the days before, and what it left. Each point opens the rows that it sums.
import type { ReactNode } from 'react';
import { nextDay } from '../../../domain/kernel/time/time.ts';
import { addMoney, subtractMoney } from '../../../domain/kernel/money/money.ts';
import { BALANCE_WORDS } from '../../../domain/period/line-words.ts';
import type { DayMovement } from '../../../domain/period/movements.ts';
import type { Period } from '../../../domain/period/period.ts';
import { compactCount, dayText, MoneyText, shortDay } from '../../ui/index.ts';
import { tokenWords } from '../period/lines.ts';
import { movementsPath, rowsPath } from '../period/statement-address.ts';
import { levelOf, type Mark, type Pane } from './marks.tsx';
import { Picture, type PictureProps } from './picture.tsx';

export interface DaysPictureProps extends Pick<PictureProps<DayPair>, 'sentence' | 'legend'> {
  readonly days: readonly DayMovement[];
  readonly before?: readonly DayMovement[];
  /** Of the days, and of the days before; without a name there are none of those. */
  readonly names: readonly [days: string, before?: string];
  readonly token: string;
  readonly timeZone: string;
  /** Pixels, or all of a place that has a height of its own. */
  readonly height: number | '100%';
  /** Today, YYYY-MM-DD: its bar is not whole yet. */
  readonly today?: string;
  /** What was withdrawn, and what it came to: from the opening, or (null) since the days began. */
  readonly balances?: { readonly opening: string | null };
}

export interface DayPair {
  readonly day: string;
  readonly now: DayMovement | undefined;
  readonly earlier: DayMovement | undefined;
}

/** Days of which each has its number; of more each month has its first. */
const NUMBERED = 62;
const BALANCE_HEIGHT = 96;

/** The marks of days, for the picture and for a legend elsewhere. */
export function daysMarks(
  props: Omit<DaysPictureProps, 'height'>,
): Readonly<Record<'days' | 'balances', readonly Mark<DayPair>[]>> {
  const { days, before = [], names, token, timeZone, today, balances } = props;
  const amount = (value: string | undefined, sign = false): ReactNode =>
    value === undefined ? null : <MoneyText value={value} unit={token} currency={tokenWords(token)} sign={sign} />;
  const rows = (of: DayMovement | undefined, line: 'credits' | 'withdrawals'): string | null => {
    const count = of === undefined ? 0 : line === 'credits' ? of.creditCount : of.withdrawalCount;
    return of === undefined || count === 0 ? null : rowsPath(spanOf(of.day, of.day, timeZone), token, line);
  };
  const net = (name: string, look: Mark<DayPair>['look'], isOf: (day: DayMovement) => boolean): Mark<DayPair> => ({
    name,
    look,
    level: ({ now }) => (now === undefined || !isOf(now) ? null : levelOf(now.credits)),
    value: ({ now }) => (now === undefined || !isOf(now) ? null : amount(now.credits)),
    path: ({ now }) => (now !== undefined && isOf(now) ? rows(now, 'credits') : null),
  });
  const [name, beforeName] = names;
  const { opening = null } = balances ?? {};
  const left = ({ cumulative }: DayMovement): string => (opening === null ? cumulative : addMoney(opening, cumulative));
  return {
    days: [
      net(name, 'full', ({ day }) => day !== today),
      ...(days.some(({ day }) => day === today) ? [net('Today so far', 'hatched', ({ day }) => day === today)] : []),
      ...(beforeName === undefined || before.length === 0
        ? []
        : [
            {
              name: beforeName,
              look: 'before' as const,
              level: ({ earlier }: DayPair) => (earlier === undefined ? null : levelOf(earlier.credits)),
              value: ({ earlier }: DayPair) => amount(earlier?.credits),
              path: ({ earlier }: DayPair) => rows(earlier, 'credits'),
            },
            {
              name: 'Difference',
              look: null,
              level: () => null,
              value: ({ now, earlier }: DayPair) =>
                now === undefined || earlier === undefined
                  ? null
                  : amount(subtractMoney(now.credits, earlier.credits), true),
              path: () => null,
            },
          ]),
      ...(balances === undefined
        ? []
        : [
            {
              name: 'Withdrawn',
              look: 'outline' as const,
              level: ({ now }: DayPair) => (now === undefined ? null : -levelOf(now.withdrawals)),
              value: ({ now }: DayPair) => amount(now?.withdrawals),
              path: ({ now }: DayPair) => rows(now, 'withdrawals'),
            },
          ]),
    ],
    balances:
      balances === undefined
        ? []
        : [
            {
              name: opening === null ? 'Net change since it began' : BALANCE_WORDS.calculated,
              look: 'line',
              level: ({ now }) => (now === undefined ? null : levelOf(left(now))),
              value: ({ now }) => (now === undefined ? null : amount(left(now), opening === null)),
              path: ({ now }) =>
                now === undefined ? null : movementsPath(spanOf(days[0]?.day ?? now.day, now.day, timeZone), token),
            },
          ],
  };
}

/** Whole days, both inclusive. */
const spanOf = (from: string, to: string, timeZone: string): Period => ({ from, to: nextDay(to) ?? to, timeZone });

export function DaysPicture({ height, ...props }: DaysPictureProps) {
  const { days, before = [], sentence, legend } = props;
  const pairs = Array.from({ length: Math.max(days.length, before.length) }, (_, at): DayPair => {
    const [now, earlier] = [days[at], before[at]];
    return { day: (now ?? earlier)?.day ?? '', now, earlier };
  });
  const marks = daysMarks(props);
  const pane = (own: readonly Mark<DayPair>[], high: Pane<DayPair>['height']): Pane<DayPair> => ({
    height: high,
    marks: own,
    levelWords: (hundredths) => compactCount(hundredths / 100),
  });
  return (
    <Picture
      label="By day"
      buckets={pairs}
      nameOf={({ day }) => dayText(day)}
      tickOf={({ day }, at) => dayTick(day, at, pairs.length)}
      panes={[
        pane(marks.days, height),
        ...(props.balances === undefined ? [] : [pane(marks.balances, BALANCE_HEIGHT)]),
      ]}
      {...{ sentence, legend }}
    />
  );
}

/** Every fifth day has its number, and the first and the last; of many days each month has its name. */
export function dayTick(day: string, at: number, count: number): string | null {
  if (count > NUMBERED)
    return day.endsWith('-01')
      ? shortDay(day)
          .replace(/\b1\b,? ?/, '')
          .trim()
      : null;
  const last = count - 1;
  return at === 0 || at === last || ((at + 1) % 5 === 0 && last - at > 1) ? `${Number(day.slice(8))}` : null;
}
