// Exports that are made by themselves: when each is due, of which days, and what its file is called. Pure; making them is jobs/exports/scheduled.
import { z } from 'zod';
import { isFields } from '../kernel/fields.ts';
import { FOLDER_PROBLEMS, FOLDER_WORDS } from '../kernel/folder.ts';
import type { FilterFields } from '../kernel/list.ts';
import { count, countOrNull, instant, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { plainLine } from '../kernel/text/plain-text.ts';
import { DAY_MS, dayAt, instantOfLocal, isTimeZone, nextDay, toEpochMs } from '../kernel/time/time.ts';
import { ACTIVITY_LIST } from '../news/activity.ts';
import { daysBetween, PERIOD, type Period, periodBounds } from '../period/period.ts';
import { type ExportDeclaration, type ExportKind, type ExportRequest, EXPORTS } from './export.ts';

/** Of a business; characters of a name. */
export const MAX_SCHEDULES = 30;
export const MAX_SCHEDULE_NAME = 60;

const hour = z.int().min(0).max(23);
const timeZone = z.string().min(1).max(64).refine(isTimeZone, 'not a time zone this console knows');

/** Whole hours of a named zone. A day that a month does not have is its last; weekdays from Monday, 1, on. */
export const DUE_RULE = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('month'), day: z.int().min(1).max(31), hour, timeZone }),
  z.strictObject({ every: z.literal('week'), weekday: z.int().min(1).max(7), hour, timeZone }),
  z.strictObject({ every: z.literal('day'), hour, timeZone }),
]);
export type DueRule = ToldOf<typeof DUE_RULE>;

/** The days that a file is of, as they lie before the day on which it is due. */
export const ROLLS = ['last-month', 'last-week', 'yesterday'] as const;
export type Rolls = (typeof ROLLS)[number];

/** A time at which a rule asks for a file: its day on the clock of the rule's zone, and the instant. */
export interface Due {
  readonly day: string;
  readonly at: string;
}

/** Days that are looked back over for times that were missed. */
const MOST_DAYS_BACK = 1_100;
const DAYS_AHEAD = 63;

/** Days of a calendar have no zone. */
const dayNumber = (day: string): number => daysBetween('1970-01-01', day);
const dayOfNumber = (number: number): string => dayAt(number * DAY_MS, 'UTC');
/** 1970 began on a Thursday. */
const weekdayOf = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
const monthOf = (day: string): string => day.slice(0, 'YYYY-MM'.length);

function isDueOn(rule: DueRule, day: string): boolean {
  if (rule.every === 'day') return true;
  if (rule.every === 'week') return weekdayOf(day) === rule.weekday;
  const tomorrow = nextDay(day);
  const isLast = tomorrow !== null && monthOf(tomorrow) !== monthOf(day);
  const date = Number(day.slice(-2));
  return date === rule.day || (isLast && date < rule.day);
}

function dueOn(rule: DueRule, day: string): readonly Due[] {
  if (!isDueOn(rule, day)) return [];
  // A time that the clocks leave out is as much later, one that they show twice the first of the two: either way one a day.
  const at = instantOfLocal(`${day}T${String(rule.hour).padStart(2, '0')}:00`, rule.timeZone);
  return at === null ? [] : [{ day, at }];
}

/** The times after one instant up to another, oldest first; of the last three years. Milliseconds since the epoch. */
export function duesBetween(rule: DueRule, afterMs: number, untilMs: number): readonly Due[] {
  const last = dayNumber(dayAt(untilMs, rule.timeZone));
  // Where the clocks leave a whole day out its time lies on the next.
  const first = Math.max(dayNumber(dayAt(afterMs, rule.timeZone)) - 1, last - MOST_DAYS_BACK);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => dayOfNumber(first + at));
  const isWithin = ({ at }: Due): boolean => {
    const ms = toEpochMs(at) ?? 0;
    return ms > afterMs && ms <= untilMs;
  };
  return days.flatMap((day) => dueOn(rule, day)).filter(isWithin);
}

/** The first times after an instant. */
export function nextDues(rule: DueRule, afterMs: number, most: number): readonly Due[] {
  const found: Due[] = [];
  const first = dayNumber(dayAt(afterMs, rule.timeZone)) - 1;
  for (let number = first; number < first + DAYS_AHEAD && found.length < most; number += 1)
    found.push(...dueOn(rule, dayOfNumber(number)).filter(({ at }) => (toEpochMs(at) ?? 0) > afterMs));
  return found;
}

/** The days that a file is of that is due on a day. */
export function rolledPeriod(rolls: Rolls, due: string, zone: string): Period {
  if (rolls === 'last-month') {
    const to = `${monthOf(due)}-01`;
    return { from: `${monthOf(dayOfNumber(dayNumber(to) - 1))}-01`, to, timeZone: zone };
  }
  const to = rolls === 'yesterday' ? due : dayOfNumber(dayNumber(due) - weekdayOf(due) + 1);
  return { from: dayOfNumber(dayNumber(to) - (rolls === 'yesterday' ? 1 : 7)), to, timeZone: zone };
}

/** "2026-10", "2026-W43" (as ISO 8601 counts weeks), "2026-10-31"; without days of its own the day on which it is due. */
export function periodName(rolls: Rolls | null, due: string): string {
  if (rolls === null) return due;
  const { from } = rolledPeriod(rolls, due, 'UTC');
  if (rolls === 'last-month') return monthOf(from);
  if (rolls === 'yesterday') return from;
  // A week belongs to the year that has its Thursday.
  const thursday = dayOfNumber(dayNumber(from) + 3);
  const year = thursday.slice(0, 'YYYY'.length);
  return `${year}-W${String(Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1).padStart(2, '0')}`;
}

/** Exports that need more than a business (one run, one close, all businesses), and journals, which a ledger would book twice. */
const BY_HAND = [
  'resend-report',
  'order-report',
  'close',
  'businesses',
  'journal',
] as const satisfies readonly ExportKind[];
const isByHand: ReadonlySet<string> = new Set(BY_HAND);

/** What can be made by itself, in the order in which they are declared. */
export const SCHEDULED_KINDS: readonly ExportKind[] = Object.keys(EXPORTS).filter(
  (kind): kind is ExportKind => !isByHand.has(kind),
);

type List = 'invoices' | 'withdrawals';
const BOTH: readonly List[] = ['invoices', 'withdrawals'];
const RESTS_ON: { readonly [Kind in ExportKind]?: readonly List[] } = {
  invoices: ['invoices'],
  adjusted: ['invoices'],
  deliveries: ['invoices'],
  'fee-rows': ['invoices'],
  'take-rates': ['invoices'],
  'take-rate-rows': ['invoices'],
  withdrawals: ['withdrawals'],
  'tie-rows': BOTH,
  statement: BOTH,
  'statement-rows': BOTH,
  movements: BOTH,
  fees: BOTH,
  exceptions: BOTH,
  'late-changes': BOTH,
  'prior-period': BOTH,
  quarantine: BOTH,
  pack: BOTH,
};

/** The lists of the mirror that an export is as complete as; none of what the books or a snapshot hold. */
export function restsOn(kind: ExportKind): readonly List[] {
  return RESTS_ON[kind] ?? [];
}

/** Is it about deliveries, of which each has to be read by itself? */
export const restsOnDeliveries = (kind: ExportKind): boolean => kind === 'deliveries' || kind === 'tie-rows';

const OF_PERIOD: ReadonlySet<ExportKind> = new Set([
  'tie-rows',
  'statement',
  'statement-rows',
  'movements',
  'fees',
  'fee-rows',
  'take-rates',
  'take-rate-rows',
  'pack',
]);

type Span = readonly [from: string, to: string];

/** The pairs of bounds that a kind is narrowed by, as it declares them; none where its rows have no days. */
function spansOf(kind: ExportKind): readonly Span[] {
  const { list }: ExportDeclaration = EXPORTS[kind];
  const fields: FilterFields = kind === 'activity' ? ACTIVITY_LIST.filter : (list?.filter ?? {});
  return Object.entries(fields).flatMap(([name, { kind: of }]): readonly Span[] => {
    const to = name === 'from' ? 'to' : name.replace(/From$/, 'To');
    return of === 'bound' && to !== name && Object.hasOwn(fields, to) ? [[name, to]] : [];
  });
}

/** Can it be of days that roll? */
export function mayRoll(kind: ExportKind): boolean {
  return OF_PERIOD.has(kind) || kind === 'prior-period' || spansOf(kind).length > 0;
}

/** Must it be of such days: a period that stays would be the same file each time. */
export function mustRoll(kind: ExportKind): boolean {
  return OF_PERIOD.has(kind) && !['tie-rows', 'take-rates', 'take-rate-rows'].includes(kind);
}

/**
 * The request as it is made for these days; as it stands without any. Of a list they take the place of the days that it was narrowed by, or of those that
 * its records were made on; balances that a person typed are of another month.
 */
export function requestFor(request: ExportRequest, period: Period | null): ExportRequest;
export function requestFor(
  request: { readonly kind: ExportKind; readonly filter?: unknown; readonly typed?: unknown },
  period: Period | null,
): object {
  if (period === null) return request;
  const { kind } = request;
  if (OF_PERIOD.has(kind)) return { ...request, period, ...(request.typed === undefined ? {} : { typed: [] }) };
  const bounds = periodBounds(period);
  if (bounds === null) return request;
  if (kind === 'prior-period') return { ...request, seenFrom: bounds.from, seenTo: bounds.to };
  const filter = isFields(request.filter) ? request.filter : {};
  const spans = spansOf(kind);
  const span = spans.find(([from, to]) => filter[from] !== undefined || filter[to] !== undefined) ?? spans[0];
  if (span === undefined) return request;
  const [from, to] = span;
  return { ...request, filter: { ...filter, [from]: bounds.from, [to]: bounds.to } };
}

/** How names of files may begin: letters that every system takes, and no name that one of them keeps for itself. */
export const FILE_NAME = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9 _-]*[A-Za-z0-9])?$/, 'letters of the English alphabet, digits, - and _ alone')
  .refine((name) => !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name), 'a name that a system keeps for itself');

/** A line that a person has typed. */
const title = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{Cc}*$/u);
export const SCHEDULE_NAME = title.max(MAX_SCHEDULE_NAME);

/** As it was asked for when it was saved: the call that took it has looked through it. */
export const KEPT_REQUEST = z.custom<ExportRequest>(
  (value) => isFields(value) && typeof value['kind'] === 'string' && Object.hasOwn(EXPORTS, value['kind']),
);

export const EXPORT_SCHEDULE = z.object({
  id: z.string(),
  name: z.string(),
  request: KEPT_REQUEST,
  /** Null: as it is then. */
  rolls: z.enum(ROLLS).nullable(),
  rule: DUE_RULE,
  folder: z.string(),
  /** What its files are called before their days. */
  fileName: z.string(),
  isOn: z.boolean(),
  /** Times after this count: when it was saved, or switched on, last. */
  since: instant,
  by: z.string(),
});
export type ExportSchedule = ToldOf<typeof EXPORT_SCHEDULE>;

/** `missed`: nobody was there, and later files hold what it would have. */
export const RUN_STATES = ['running', 'done', 'failed', 'missed'] as const;
/** At its time, made up later, or because a person asked for it. */
export const RUN_CAUSES = ['due', 'late', 'asked'] as const;
/** `same`: a file with these very bytes was there; `beside`: the name was taken by another file, which stays. */
export const RUN_OUTCOMES = ['written', 'same', 'beside'] as const;

/** `refused`: the export itself; `barred`: the mirror may be another business's; `stopped`: by a person; `interrupted`: the console ended in the middle of one that a person had asked for. */
export const RUN_PROBLEMS = [...FOLDER_PROBLEMS, 'refused', 'barred', 'stopped', 'interrupted'] as const;
export type RunProblem = (typeof RUN_PROBLEMS)[number];

/** These pass without anybody changing the schedule: they are tried again by themselves. */
export const PASSING: readonly RunProblem[] = ['gone', 'no-folder', 'no-permission', 'full', 'not-written'];

export const EXPORT_RUN = z.object({
  id: count,
  scheduleId: z.string(),
  name: z.string(),
  /** On the clock of its zone; null where a person has asked for it. */
  dueDay: textOrNull,
  dueAt: instant,
  cause: z.enum(RUN_CAUSES),
  period: PERIOD.nullable(),
  state: z.enum(RUN_STATES),
  startedAt: instant,
  endedAt: instant.nullable(),
  tries: count,
  folder: z.string(),
  fileName: textOrNull,
  rows: countOrNull,
  bytes: countOrNull,
  sha256: textOrNull,
  outcome: z.enum(RUN_OUTCOMES).nullable(),
  problem: z.enum(RUN_PROBLEMS).nullable(),
  /** What was not complete when it was written, in words; null: nothing. */
  lacks: textOrNull,
});
export type ExportRun = ToldOf<typeof EXPORT_RUN>;

export const PROBLEM_WORDS: Readonly<Record<RunProblem, string>> = {
  ...FOLDER_WORDS,
  refused: 'The export itself did not end well; the audit log and the list of jobs say why.',
  barred: 'The key may be of another business. Settings, Businesses says more.',
  stopped: 'A person has stopped it. Ask for it again.',
  interrupted: 'The console was closed in the middle of it. Ask for it again.',
};

/** Missed times whose files are made up; older ones are noted as missed. Of a list as it is now the last one alone. */
export const MOST_MADE_UP = 31;

/** Missed times that are made up, and those that are not any more. */
export function madeUp(
  dues: readonly Due[],
  rolls: Rolls | null,
): { readonly make: readonly Due[]; readonly leave: readonly Due[] } {
  const first = Math.max(0, dues.length - (rolls === null ? 1 : MOST_MADE_UP));
  return { make: dues.slice(first), leave: dues.slice(0, first) };
}

/** What a person is told of a run outside of the list: that it failed, came late or lacks something; null where all is as it should be. */
export function runNotice({ name, state, cause, problem, lacks, fileName, dueAt }: ExportRun): string | null {
  const what = `The scheduled export “${plainLine(name, MAX_SCHEDULE_NAME)}”`;
  if (state === 'failed') return `${what} was not made. ${PROBLEM_WORDS[problem ?? 'not-written']}`;
  if (state !== 'done' || (lacks === null && cause !== 'late')) return null;
  const late = cause === 'late' ? ` was due at ${dueAt.slice(0, 16).replace('T', ' ')} UTC and is made up now:` : ' is';
  const lacking = lacks === null ? '' : ` It is NOT COMPLETE: ${lacks}`;
  return `${what}${late} ${plainLine(fileName ?? '', MOST_NAME)}.${lacking}`;
}

const MOST_NAME = 120;
