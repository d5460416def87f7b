// How something went day by day, as a small line or as points. For eyes: whoever shows it says the same in words.
import type { ReactNode } from 'react';
import { toScaled } from '../../domain/kernel/money/money.ts';

const EDGE = 3;

/** A day without an amount is a gap: nothing is drawn across it. `marks`: a line, or a point a day in the width that there is. */
export function Sparkline(props: {
  readonly amounts: readonly (string | null)[];
  readonly marks?: 'line' | 'points';
  readonly height?: number;
}): ReactNode {
  const { amounts, marks = 'line', height = 24 } = props;
  const width = marks === 'line' ? 116 : 640;
  const levels = amounts.map((amount) => (amount === null ? null : levelOf(amount)));
  const known = levels.filter((level) => level !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const points = levels.map((level, at) =>
    level === null
      ? null
      : {
          x: EDGE + (at * (width - 2 * EDGE)) / Math.max(1, levels.length - 1),
          y: high === low ? height / 2 : EDGE + ((high - level) * (height - 2 * EDGE)) / (high - low),
        },
  );
  const path = points.map((point, at) =>
    point === null ? '' : `${(points[at - 1] ?? null) === null ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
  );
  const last = points.findLast((point) => point !== null);
  const dots = marks === 'points' ? points : [last ?? null];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={marks === 'line' ? width : '100%'}
      height={height}
      aria-hidden="true"
    >
      {marks === 'line' ? <path d={path.join('')} fill="none" stroke="var(--mc-bar)" strokeWidth={1.5} /> : null}
      {dots.map((point) =>
        point === null ? null : <circle key={point.x} cx={point.x} cy={point.y} r={2.5} fill="var(--mc-bar)" />,
      )}
    </svg>
  );
}

/** Only how high a point is; what is read stands beside it, exact. */
function levelOf(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number(units) / 10 ** scale;
}
