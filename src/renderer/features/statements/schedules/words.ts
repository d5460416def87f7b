// Scheduled exports in words: when one is due, of which days, what came of it; and the requests that can be made here.
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import { EXPORTS } from '../../../../domain/exports/export.ts';
import { type DueRule, KEPT_REQUEST, PROBLEM_WORDS, type Rolls } from '../../../../domain/exports/schedule.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { WEEKDAYS } from '../../../../domain/kernel/time/months.ts';
import { plainText } from '../../../ui/index.ts';

export type Schedule = CallOutput<'schedules.list'>['schedules'][number];
export type Run = CallOutput<'schedules.runs'>['rows'][number];
export type Request = CallInput<'schedules.save'>['request'];

export const ROLL_WORDS: Readonly<Record<Rolls, string>> = {
  'last-month': 'the month before',
  'last-week': 'the week before, from Monday on',
  yesterday: 'the day before',
};

export const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** "On day 1 of each month, 06:00 Europe/Warsaw" */
export function ruleWords(rule: DueRule): string {
  const at = `${hourWords(rule.hour)} ${rule.timeZone}`;
  if (rule.every === 'day') return `Every day, ${at}`;
  if (rule.every === 'week') return `Every ${WEEKDAYS[rule.weekday % 7] ?? ''}, ${at}`;
  return `${rule.day === 31 ? 'On the last day' : `On day ${rule.day}`} of each month, ${at}`;
}

export const titleOf = ({ kind }: Pick<Request, 'kind'>): string => EXPORTS[kind].title;

/** What stands there, in one or two words, and how good that is. */
export function runWords(run: Run): { readonly words: string; readonly tone: 'good' | 'warn' | 'bad' | 'quiet' } {
  if (run.state === 'running') return { words: 'Under way', tone: 'quiet' };
  if (run.state === 'missed') return { words: 'Missed', tone: 'warn' };
  if (run.state === 'failed') return { words: 'Failed', tone: 'bad' };
  if (run.lacks !== null) return { words: 'Not complete', tone: 'warn' };
  if (run.outcome === 'same') return { words: 'Same file', tone: 'good' };
  return { words: run.cause === 'late' ? 'Made up late' : 'Written', tone: 'good' };
}

/** What there is to know of it, and to do; null where it is as it should be. */
export function runNote(run: Run): string | null {
  if (run.state === 'failed') return PROBLEM_WORDS[run.problem ?? 'not-written'];
  if (run.state === 'missed') return 'The console was closed, and later files hold what it would have.';
  if (run.lacks !== null) return `When it was written ${plainText(run.lacks)}`;
  if (run.outcome === 'beside') return 'Another file had its name; that one was left as it is.';
  return null;
}

/** Files that need nothing but days, or not even those; others begin on their own screen, with its filter. */
export function plainRequests(period: Period): readonly Request[] {
  return [
    { kind: 'fees', period },
    { kind: 'fee-rows', period },
    { kind: 'statement', period },
    { kind: 'movements', period, token: CREDIT_TOKEN },
    { kind: 'pack', period },
    { kind: 'tie-rows', period },
    { kind: 'take-rates', period },
    { kind: 'invoices' },
    { kind: 'adjusted' },
    { kind: 'withdrawals' },
    { kind: 'deliveries' },
    { kind: 'exceptions' },
    { kind: 'entries' },
    { kind: 'notes' },
    { kind: 'labels' },
    { kind: 'activity' },
    { kind: 'payment-methods' },
    { kind: 'rates' },
  ];
}

/** What a menu of exports has handed over; null when it is none. The engine looks through it once more. */
export function handedRequest(text: string | undefined): Request | null {
  if (text === undefined) return null;
  try {
    return KEPT_REQUEST.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
