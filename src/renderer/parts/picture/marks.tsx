// What a picture is made of: buckets in a row, marks that are drawn of each, and how a mark looks on screen, on paper and without colour. Drawing is picture-chart.tsx.
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { toScaled } from '../../../domain/kernel/money/money.ts';

export interface Mark<Bucket> {
  /** "Net"; in the legend and in the card. */
  readonly name: string;
  /** Null: it is said in the card, and not drawn. */
  readonly look: MarkLook | null;
  /** Only how high it is drawn, or from where to where a bar lies; null is a gap. What is read is `value`. */
  readonly level: (bucket: Bucket) => number | readonly [from: number, to: number] | null;
  /** Exact; null where there is nothing to say. */
  readonly value: (bucket: Bucket) => ReactNode;
  /** Where exactly the rows are that it sums; null where there are none. */
  readonly path: (bucket: Bucket) => string | null;
}

/** Marks over one another with an axis of their own. */
export interface Pane<Bucket> {
  /** Pixels, or all of a place that has a height of its own. */
  readonly height: number | '100%';
  readonly marks: readonly Mark<Bucket>[];
  readonly levelWords: (level: number) => string;
  /** A line across: the figure of all buckets together. */
  readonly whole?: number | null;
  /** The axis ends there, and not at what is drawn. */
  readonly top?: number;
  /** From a bucket to a bucket, both inclusive: shaded. */
  readonly bands?: readonly (readonly [from: number, to: number])[];
}

const [BAR, SOFT, SURFACE] = ['var(--mc-bar)', 'var(--mc-bar-before)', 'var(--mc-surface)'] as const;
const [GOOD, BAD] = ['var(--mc-good-mark)', 'var(--mc-bad-mark)'] as const;

/** No two differ by colour alone: a bar is full, hatched or an outline, a line is drawn through, dashed or points. */
export const MARK_LOOKS = {
  full: { type: 'bar', color: BAR },
  /** A day that is not over. */
  hatched: { type: 'bar', color: 'url(#hatch-bar)' },
  outline: { type: 'bar', color: SURFACE, edge: SOFT },
  good: { type: 'bar', color: GOOD },
  bad: { type: 'bar', color: 'url(#hatch-bad)', edge: BAD },
  line: { type: 'line', color: BAR },
  before: { type: 'line', color: SOFT, isBare: true },
  dashed: { type: 'line', color: SOFT, dash: '5 3' },
  points: { type: 'line', color: BAR, isLoose: true },
  rings: { type: 'line', color: 'none', edge: SOFT, isLoose: true },
} as const satisfies Readonly<Record<string, Look>>;
export type MarkLook = keyof typeof MARK_LOOKS;

export interface Look {
  readonly type: 'bar' | 'line';
  readonly color: string;
  readonly edge?: string;
  readonly dash?: string;
  /** Points without a line between them, or a line without points on it. */
  readonly isLoose?: true;
  readonly isBare?: true;
}

/** The same in every picture, so that it does not matter whose is found first. */
export function Hatches() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden="true">
      <defs>
        <Hatch id="hatch-bar" color={BAR} />
        <Hatch id="hatch-bad" color={BAD} />
      </defs>
    </svg>
  );
}

function Hatch({ id, color }: { readonly id: string; readonly color: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} fill={SURFACE} />
      <rect width={2.5} height={5} fill={color} />
    </pattern>
  );
}

/** Every mark as it is drawn, once. */
export function Legend({ marks }: { readonly marks: readonly Pick<Mark<never>, 'name' | 'look'>[] }) {
  return (
    <Group gap={14} justify="flex-end" aria-hidden="true" fz={12} lh="16px" c="var(--mc-text-soft)">
      {marks.map(({ name, look }) =>
        look === null ? null : (
          <Group key={name} gap={6} wrap="nowrap">
            <Key look={MARK_LOOKS[look]} />
            {name}
          </Group>
        ),
      )}
    </Group>
  );
}

function Key({ look: { type, color, edge, dash, isLoose } }: { readonly look: Look }) {
  return (
    <svg width={type === 'line' ? 18 : 10} height={10}>
      {type === 'bar' ? (
        <rect x={0.5} y={0.5} width={9} height={9} rx={2} fill={color} stroke={edge} />
      ) : isLoose ? (
        <circle cx={9} cy={5} r={3} fill={color} stroke={edge} />
      ) : (
        <path d="M0 5h18" stroke={color} strokeWidth={2} strokeDasharray={dash} />
      )}
    </svg>
  );
}

/** How high an amount is, in hundredths of its unit. */
export function levelOf(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number((units * 100n) / 10n ** BigInt(scale));
}
