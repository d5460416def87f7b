// Small pictures beside their words: how something went day by day, how an endpoint did hour by hour.
import { toScaled } from '../../domain/kernel/money/money.ts';
import { grouped } from '../ui/index.ts';

const EDGE = 3;
const [WIDTH, HEIGHT] = [116, 24];

/** A day without an amount is a gap: nothing is drawn across it. */
export function Sparkline({ amounts }: { readonly amounts: readonly (string | null)[] }) {
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

const BAR = 7;
const BARS_HEIGHT = 24;

/** A bar an hour, as high as its attempts are of the busiest; what failed on top of what arrived. */
export function HourBars(props: {
  readonly hours: readonly { readonly succeeded: number; readonly failed: number }[];
}) {
  const { hours } = props;
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const sum = (of: 'succeeded' | 'failed') => grouped(hours.reduce((all, hour) => all + hour[of], 0));
  const words = `In 24 hours ${sum('succeeded')} attempts were answered and ${sum('failed')} failed`;
  const bar = (mark: string, above: number, count: number) => (
    <rect
      fill={mark}
      width={5}
      y={BARS_HEIGHT - ((above + count) * BARS_HEIGHT) / most}
      height={(count * BARS_HEIGHT) / most}
    />
  );
  return (
    <svg
      width={164}
      height={BARS_HEIGHT}
      display="block"
      viewBox={`0 0 ${BAR * hours.length} ${BARS_HEIGHT}`}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {hours.map(({ succeeded, failed }, at) => (
        // The place of an hour is all that tells it from another.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={at} transform={`translate(${at * BAR} 0)`}>
          {bar('var(--mc-good-mark)', 0, succeeded)}
          {bar('var(--mc-bad-mark)', succeeded, failed)}
        </g>
      ))}
    </svg>
  );
}
