// How something went day by day, as a small line. For eyes: whoever shows it says the same in words.
import type { ReactNode } from 'react';
import { toScaled } from '../../domain/kernel/money/money.ts';

const EDGE = 3;
const [WIDTH, HEIGHT] = [116, 24];

/** A day without an amount is a gap: nothing is drawn across it. */
export function Sparkline({ amounts }: { readonly amounts: readonly (string | null)[] }): ReactNode {
  const levels = amounts.map((amount) => (amount === null ? null : levelOf(amount)));
  const known = levels.filter((level) => level !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const points = levels.map((level, at) =>
    level === null
      ? null
      : {
          x: EDGE + (at * (WIDTH - 2 * EDGE)) / Math.max(1, levels.length - 1),
          y: high === low ? HEIGHT / 2 : EDGE + ((high - level) * (HEIGHT - 2 * EDGE)) / (high - low),
        },
  );
  const path = points.map((point, at) =>
    point === null ? '' : `${(points[at - 1] ?? null) === null ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
  );
  const last = points.findLast((point) => point !== null);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={path.join('')} fill="none" stroke="var(--mc-bar)" strokeWidth={1.5} />
      {last ? <circle cx={last.x} cy={last.y} r={2.5} fill="var(--mc-bar)" /> : null}
    </svg>
  );
}

/** Only how high a point is; what is read stands beside it, exact. */
function levelOf(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number(units) / 10 ** scale;
}
