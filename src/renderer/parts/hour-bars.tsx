// How an endpoint did in the last 24 hours, as a picture with its figures in words.
import type { ReactNode } from 'react';
import { grouped } from '../ui/index.ts';

const BAR = 7;
const HEIGHT = 24;

/** A bar an hour, as high as its attempts are of the busiest; what failed on top of what arrived. */
export function HourBars(props: {
  readonly hours: readonly { readonly succeeded: number; readonly failed: number }[];
}): ReactNode {
  const { hours } = props;
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const sum = (of: 'succeeded' | 'failed') => grouped(hours.reduce((all, hour) => all + hour[of], 0));
  const words = `In 24 hours ${sum('succeeded')} attempts were answered and ${sum('failed')} failed`;
  const bar = (mark: string, above: number, count: number) => (
    <rect fill={mark} width={5} y={HEIGHT - ((above + count) * HEIGHT) / most} height={(count * HEIGHT) / most} />
  );
  return (
    <svg
      width={164}
      height={HEIGHT}
      display="block"
      viewBox={`0 0 ${BAR * hours.length} ${HEIGHT}`}
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
