/**
 * What the thread of a page did, task by task, from Chromium's own trace: how long each lasted on the clock, how much of the processor it had,
 * and what it was. Not here: what is measured (rows/report-screens.ts).
 */
import type { Browser, Page } from 'playwright';
import { z } from 'zod';

/** One task of the page's thread. */
export interface PageTask {
  /** On the clock: with the time in which other programs had the processor. */
  readonly wallMs: number;
  /** On the processor. */
  readonly threadMs: number;
  /** "script 12, style 6, layout 5 ms; flush in index.js". */
  readonly parts: string;
}

/** What Chromium is to write down. Without samples of the stack, which would be most of what is measured. */
const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'];

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().optional(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z
    .object({
      name: z.unknown().optional(),
      data: z.object({ functionName: z.string().optional(), url: z.string().optional() }).loose().optional(),
    })
    .loose()
    .optional(),
});
const traceSchema = z.object({ traceEvents: z.array(z.unknown()) });
type TraceEvent = z.infer<typeof eventSchema>;

interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly threadMs: number;
  readonly place: string | null;
}

/** Every task of the page's thread while `act` runs, the longest on the processor first. */
export async function tasksOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<readonly PageTask[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace: Buffer;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString('utf8')));
  const spans = pageSpans(traceEvents.flatMap((event) => eventSchema.safeParse(event).data ?? []));
  return spans
    .filter(({ name }) => name === 'RunTask')
    .map((task) => ({ wallMs: (task.to - task.from) / 1000, threadMs: task.threadMs, parts: partsOf(task, spans) }))
    .toSorted((left, right) => right.threadMs - left.threadMs);
}

/** Of all threads that draw a page, the busiest: the others belong to pages without a window. */
function pageSpans(events: readonly TraceEvent[]): readonly Span[] {
  const threads = events.flatMap((event) =>
    event.name === 'thread_name' && event.args?.name === 'CrRendererMain' ? [threadOf(event)] : [],
  );
  const most = threads
    .map((thread) => events.filter((event) => event.ph === 'X' && threadOf(event) === thread))
    .toSorted((left, right) => right.length - left.length)[0];
  if (most === undefined || most.length === 0) throw new Error('the trace holds no thread of a page');
  return most.map(({ name, ts = 0, dur = 0, tdur = 0, args }) => ({
    name,
    from: ts,
    to: ts + dur,
    threadMs: tdur / 1000,
    place: placeOf(args?.data),
  }));
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}

function placeOf(data: NonNullable<TraceEvent['args']>['data']): string | null {
  if (data?.url === undefined) return null;
  return `${data.functionName || 'a function'} in ${data.url.split('/').at(-1)}`;
}

const GROUPS: Readonly<Record<string, string>> = {
  FunctionCall: 'script',
  EvaluateScript: 'script',
  RunMicrotasks: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  MinorGC: 'collecting',
  MajorGC: 'collecting',
};

/** What the task spent its time on; a part within another of its group is counted once. */
function partsOf(task: Span, spans: readonly Span[]): string {
  // Only of tasks that anybody asks about: there are thousands.
  if (task.threadMs < 10) return '';
  const inside = spans.filter((span) => span !== task && span.from >= task.from && span.to <= task.to);
  const outer = inside.filter(
    (span) =>
      GROUPS[span.name] !== undefined &&
      !inside.some(
        (other) =>
          other !== span &&
          GROUPS[other.name] === GROUPS[span.name] &&
          other.from <= span.from &&
          other.to >= span.to &&
          other.to - other.from > span.to - span.from,
      ),
  );
  const sums = new Map<string, number>();
  for (const { name, threadMs } of outer) {
    const group = GROUPS[name] ?? '';
    sums.set(group, (sums.get(group) ?? 0) + threadMs);
  }
  const words = [...sums]
    .filter(([, ms]) => ms >= 0.5)
    .toSorted(([, left], [, right]) => right - left)
    .map(([group, ms]) => `${group} ${ms.toFixed(0)}`);
  const longest = inside.filter(({ place }) => place !== null).toSorted((a, b) => b.threadMs - a.threadMs)[0];
  return [words.join(', '), ...(longest === undefined ? [] : [`most in ${longest.place}`])].join('; ');
}
