// The one picture of figures in buckets: the drawing, a card of what stands at a point, the way from it to the rows that it sums (a click, or arrows and Enter), the sentence that it says and the same as a table.
import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useId,
  useState,
} from 'react';
import { hashHref } from '../../ui/index.ts';
import { Hatches, Legend, type Mark, type Pane } from './marks.tsx';
import { AXIS, MARGIN, type Tick } from './place.ts';

const Chart = lazy(async () => ({ default: (await import('./picture-chart.tsx')).PictureChart }));

export interface PictureProps<Bucket> {
  /** "Net by day". */
  readonly label: string;
  readonly buckets: readonly Bucket[];
  /** "12 October 2026"; the head of its card. */
  readonly nameOf: (bucket: Bucket) => string;
  /** What stands below a bucket on the axis; null where nothing does. */
  readonly tickOf: (bucket: Bucket, at: number) => string | null;
  readonly panes: readonly Pane<Bucket>[];
  readonly sentence?: ReactNode;
  /** The same as a table, behind the sentence; absent where it stands beside the picture. */
  readonly table?: ReactNode;
  /** Whoever shows it elsewhere says `elsewhere`. */
  readonly legend?: 'above' | 'elsewhere' | undefined;
}

/** The place of the drawing is kept until it is there. */
export function Picture<Bucket>(props: PictureProps<Bucket>) {
  const { buckets, tickOf, panes, sentence, table, legend = 'above' } = props;
  // The picture does not wait for its table, which may have a row for each bucket.
  const behind = useDeferredValue(table, null);
  const marks = panes.flatMap((pane) => pane.marks);
  const ticks = buckets.flatMap((bucket, at): Tick | [] => {
    const words = tickOf(bucket, at);
    return words === null ? [] : { at, words };
  });
  const drawn = panes.map(({ marks: own, ...pane }, place) => ({
    ...pane,
    ticks: place === panes.length - 1 ? ticks : [],
    marks: own.flatMap((mark) =>
      mark.look === null
        ? []
        : { look: mark.look, place: marks.indexOf(mark), levels: buckets.map((bucket) => mark.level(bucket)) },
    ),
  }));
  const isFull = panes.some(({ height }) => height === '100%');
  const high = isFull ? '100%' : panes.reduce((sum, { height }) => sum + Number(height), 0);
  return (
    <Stack component="figure" m={0} gap={4} h={isFull ? '100%' : undefined}>
      <Hatches />
      {legend === 'above' && marks.filter(({ look }) => look !== null).length > 1 ? <Legend marks={marks} /> : null}
      <div style={{ position: 'relative', height: high }}>
        <Suspense fallback={<Skeleton height={high} radius="sm" />}>
          <Chart panes={drawn} count={buckets.length} />
          <Points {...props} marks={marks} />
        </Suspense>
      </div>
      {sentence === undefined ? null : table === undefined ? (
        <Text component="figcaption" fz="sm" c="dimmed">
          {sentence}
        </Text>
      ) : (
        <Text component="details" fz="sm" c="dimmed" className="mc-picture-table">
          <summary>{sentence}</summary>
          {behind}
        </Text>
      )}
    </Stack>
  );
}

interface Point {
  readonly bucket: number;
  readonly mark: number;
}

const STEPS: Readonly<Record<string, readonly [buckets: number, marks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

/** One stop of the tab key, over all of the drawing: a link to the rows of the point that is looked at. */
function Points<Bucket>(
  props: Pick<PictureProps<Bucket>, 'label' | 'buckets' | 'nameOf'> & { readonly marks: readonly Mark<Bucket>[] },
) {
  const { label, buckets, nameOf, marks } = props;
  const id = useId();
  const [looked, setLooked] = useState<Point | null>(null);
  const last = buckets.length - 1;
  const at = looked === null ? null : Math.min(looked.bucket, last);
  const bucket = at === null ? undefined : buckets[at];
  /** The mark itself where it opens something there, else the next that does. */
  const openable = (of: Bucket | undefined, mark: number, step = 1): number => {
    if (of === undefined) return mark;
    const order = marks.map((_, turn) => (mark + turn * step + marks.length * marks.length) % marks.length);
    return order.find((one) => (marks[one]?.path(of) ?? null) !== null) ?? mark;
  };
  const look = (next: number, mark: number, step?: number): void => {
    const place = Math.max(0, Math.min(last, next));
    setLooked({ bucket: place, mark: openable(buckets[place], mark, step) });
  };
  const press = (event: KeyboardEvent): void => {
    const [along, over] = STEPS[event.key] ?? [];
    if (along === undefined || over === undefined) return;
    event.preventDefault();
    look((at ?? last) + along, (looked?.mark ?? 0) + over, over === 0 ? 1 : over);
  };
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    look(Math.floor(((event.clientX - left) / width) * buckets.length), markBelow(event) ?? 0);
  };
  const path = bucket === undefined ? null : (marks[looked?.mark ?? 0]?.path(bucket) ?? null);
  return (
    <>
      {at === null || bucket === undefined ? null : <Column at={at} of={buckets.length} />}
      <a
        href={path === null ? undefined : hashHref(path)}
        role={path === null ? 'link' : undefined}
        aria-disabled={path === null}
        tabIndex={0}
        className="mc-no-print"
        aria-label={bucket === undefined ? `${label}: a point by arrow keys, its rows by Enter` : undefined}
        aria-labelledby={bucket === undefined ? undefined : `${id}name ${id}${looked?.mark ?? 0}`}
        style={{
          position: 'absolute',
          inset: `0 ${MARGIN}px 0 ${AXIS}px`,
          cursor: path === null ? 'default' : undefined,
        }}
        onKeyDown={press}
        onPointerMove={point}
        onPointerLeave={() => setLooked(null)}
        onFocus={() => setLooked((known) => known ?? { bucket: last, mark: openable(buckets[last], 0) })}
        // A window that is left and come back to shows the point as it was.
        onBlur={() => (document.hasFocus() ? setLooked(null) : undefined)}
      />
      {at === null || bucket === undefined ? null : (
        <Paper
          withBorder
          shadow="md"
          px={12}
          py={8}
          fz={12}
          role="status"
          className="mc-num mc-no-print"
          style={{
            ...besideColumn(at, buckets.length),
            position: 'absolute',
            top: 0,
            zIndex: 2,
            pointerEvents: 'none',
          }}
        >
          <Text fz={12} fw={600} id={`${id}name`}>
            {nameOf(bucket)}
          </Text>
          {marks.map(({ name, value }, place) => {
            const words = value(bucket);
            return words === null ? null : (
              <Group
                key={name}
                id={`${id}${place}`}
                justify="space-between"
                wrap="nowrap"
                gap={24}
                fw={place === looked?.mark ? 600 : undefined}
              >
                <span>{name}</span>
                <span style={{ whiteSpace: 'nowrap' }}>{words}</span>
              </Group>
            );
          })}
        </Paper>
      )}
    </>
  );
}

/** The mark that is drawn where the pointer is; the link lies over all of them. */
function markBelow({ clientX, clientY }: PointerEvent): number | null {
  for (const shape of document.elementsFromPoint(clientX, clientY)) {
    const place = shape
      .closest('[class*="mc-mark-"]')
      ?.getAttribute('class')
      ?.match(/mc-mark-(\d+)/)?.[1];
    if (place !== undefined) return Number(place);
  }
  return null;
}

/** So far from the left edge is the begin of a bucket. */
const offsetOf = (at: number, of: number): string => `calc(${AXIS}px + (100% - ${AXIS + MARGIN}px) * ${at / of})`;

function Column({ at, of }: { readonly at: number; readonly of: number }) {
  return (
    <div
      aria-hidden="true"
      className="mc-no-print"
      style={{
        position: 'absolute',
        insetBlock: 0,
        left: offsetOf(at, of),
        width: `max(2px, calc((100% - ${AXIS + MARGIN}px) / ${of}))`,
        background: 'color-mix(in srgb, var(--mc-accent) 14%, transparent)',
      }}
    />
  );
}

/** The card stands on the side where there is more room. */
function besideColumn(at: number, of: number): { readonly left: string } | { readonly right: string } {
  if (at < of / 2) return { left: `calc(${offsetOf(at + 1, of)} + 8px)` };
  return { right: `calc(100% - ${offsetOf(at, of)} + 8px)` };
}
