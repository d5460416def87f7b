// Exceptions for screens: acting on any number of them, and everything a list names, page by page.
import { useRef } from 'react';
import { MAX_ACTION_ROWS } from '../../../contract/calls/exceptions.ts';
import { MAX_PAGE_ROWS } from '../../../contract/wire/lists.ts';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import { type Failure, failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { useCalls, useOnce } from './use-action.ts';
import { useCall } from './use-call.ts';
import { grouped } from '../../ui/text/writing.ts';

type Action = CallInput<'exceptions.act'>['action'];
type Seen = CallInput<'exceptions.act'>['seen'];
type ActionResults = CallOutput<'exceptions.act'>['results'];

export interface ActAnswer {
  /** Of each exception, in the order in which they were named. */
  readonly results: ActionResults;
  /** Why it went no further; null when it came to its end. */
  readonly failure: Failure | null;
  /** Of these no answer came: they may have been acted on. What has neither a result nor stands here was not reached. */
  readonly unknown: readonly string[];
}

/**
 * Carries one action out on many, in calls of as many as one takes. The first call that fails ends it; what was done before stands. Null: the action
 * before is still under way.
 */
export function useActOnExceptions() {
  const { run } = useCalls();
  const { once, busy } = useOnce();
  return {
    busy,
    /** `seen`: as the call has it. */
    run: (ids: readonly string[], action: Action, seen?: Seen): Promise<ActAnswer | null> =>
      once(() => actInParts((part) => run('exceptions.act', { ids: part, action, seen }), ids)),
  };
}

/** The same for what is chosen in a list, with the rows that nobody has scrolled to; which subjects were meant comes with the answer. */
export function useActOnChosen<
  Row,
  Subject extends { readonly id: string | null; readonly updatedAt?: string | undefined },
>(asked: Chosen<Row, Subject>) {
  const { run } = useCalls();
  const { once, busy } = useOnce();
  /** By exception, when it was changed from here, or by whoever was first: the rows that are chosen may be older. */
  const known = useRef(new Map<string, string>());
  const carryOut = async (action: Action): Promise<ActAnswer & { readonly subjects: readonly Subject[] }> => {
    const chosen = await chosenSubjects(asked);
    if (!chosen.ok) return { subjects: [], results: [], failure: chosen.failure, unknown: [] };
    const ids = [...new Set(chosen.value.flatMap(({ id }) => (id === null ? [] : [id])))];
    const seen = new Map(
      chosen.value.flatMap(({ id, updatedAt }) => {
        const at = id === null ? undefined : laterOf(updatedAt, known.current.get(id));
        return id === null || at === undefined ? [] : [[id, at] as const];
      }),
    );
    const seenOf = (part: readonly string[]): Seen =>
      Object.fromEntries(part.flatMap((id) => (seen.has(id) ? [[id, seen.get(id) ?? '']] : [])));
    const answer = await actInParts((part) => run('exceptions.act', { ids: part, action, seen: seenOf(part) }), ids);
    for (const { id, at } of answer.results) if (at !== undefined) known.current.set(id, at);
    return { subjects: chosen.value, ...answer };
  };
  return { busy, most: MAX_ROWS_AT_ONCE, run: (action: Action) => once(() => carryOut(action)) };
}

/** ISO UTC of the same clock. */
export function laterOf(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one > other ? one : other;
}

/** The parts in turn, for `useActOnExceptions`. */
export async function actInParts(
  run: (ids: readonly string[]) => Promise<Result<CallOutput<'exceptions.act'>>>,
  ids: readonly string[],
): Promise<ActAnswer> {
  const results: ActionResults[number][] = [];
  for (let from = 0; from < ids.length; from += MAX_ACTION_ROWS) {
    const part = ids.slice(from, from + MAX_ACTION_ROWS);
    const answer = await run(part);
    if (!answer.ok) return { results, failure: answer.failure, unknown: isUncertain(answer.failure) ? part : [] };
    results.push(...answer.value.results);
  }
  return { results, failure: null, unknown: [] };
}

/** No answer that says that nothing was done: a call is one transaction, and it may have been carried out. */
function isUncertain({ kind }: Failure): boolean {
  return kind === 'unavailable-offline' || kind === 'unknown-outcome' || kind === 'bug' || kind === 'cancelled';
}

/** More rows than that are not acted on at once from a screen. */
export const MAX_ROWS_AT_ONCE = 20_000;

/** So often a list that moves while it is read is begun anew. */
const MAX_READINGS = 3;

export interface Paging {
  readonly offset: number;
  readonly limit: number;
}

type ReadPage<Row> = (page: Paging) => Promise<Result<{ readonly rows: readonly Row[]; readonly total: number }>>;

/**
 * Every row of a list, read page after page. A list whose length changes meanwhile, or that gives a row twice, has moved under the
 * reading and is read anew. Fails `unavailable-offline` when it does not come to rest or is too long.
 */
export async function everyRow<Row>(read: ReadPage<Row>, idOf: (row: Row) => string): Promise<Result<readonly Row[]>> {
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const rows = new Map<string, Row>();
    let length: number | null = null;
    for (;;) {
      const answer = await read({ offset: rows.size, limit: MAX_PAGE_ROWS });
      if (!answer.ok) return answer;
      const { rows: page, total } = answer.value;
      if (total > MAX_ROWS_AT_ONCE) return failed({ kind: 'unavailable-offline', detail: tooMany(total) });
      const reached = rows.size + page.length;
      for (const row of page) rows.set(idOf(row), row);
      const hasMoved = total !== (length ?? total) || rows.size !== reached || (page.length === 0 && reached < total);
      if (hasMoved) break;
      if (reached >= total) return success([...rows.values()]);
      length = total;
    }
  }
  return failed({ kind: 'unavailable-offline', detail: MOVED });
}

interface Chosen<Row, Subject> {
  readonly selection: { readonly isAll: boolean; readonly chosen: ReadonlyMap<string, Row> };
  /** Null: nothing can be read, so it is what was chosen. */
  readonly profile: string | null;
  readonly read: (page: Paging, profile: string) => ReturnType<ReadPage<Row>>;
  readonly idOf: (row: Row) => string;
  readonly subjectOf: (row: Row) => Subject;
}

/** What is meant when something is done with a selection: the rows that were chosen, or every row of the list, each as its subject. */
async function chosenSubjects<Row, Subject>(asked: Chosen<Row, Subject>): Promise<Result<readonly Subject[]>> {
  const { selection, profile, read, idOf, subjectOf } = asked;
  if (!selection.isAll || profile === null) return success([...selection.chosen.values()].map(subjectOf));
  const all = await everyRow((page) => read(page, profile), idOf);
  return all.ok ? success(all.value.map(subjectOf)) : all;
}

const MOVED =
  'The list changed again and again while it was read, so which rows are meant is not certain. Nothing was done.';

function tooMany(total: number): string {
  const [all, most] = [total, MAX_ROWS_AT_ONCE].map((rows) => grouped(rows));
  return `${all} rows match, and at most ${most} are acted on at once. Nothing was done; narrow the filter.`;
}

/** The exception in hand with its history; nothing is read without an id. */
export function useTriageDetail(id: string | null) {
  const call = useCall('exceptions.get', { id: id ?? '-' }, { enabled: id !== null, refreshOn: ['exceptions'] });
  // What was read of the one before says nothing of this one, and neither does what was read before a failure.
  const data = call.isPrevious || call.data?.exception.id !== id ? undefined : call.data;
  return { exception: data?.exception, deeds: data?.deeds, failure: call.failure, retry: call.refresh };
}

/**
 * The findings of one record that the facts still show, whatever was done about them, all of them; read again when somebody changes them. `rows` are
 * undefined until they are read, and kept when reading again fails.
 */
export function useExceptionsOf(uuid: string, only: NonNullable<CallInput<'exceptions.page'>['filter']> = {}) {
  const input = { filter: { ...only, recordUuid: uuid }, offset: 0, limit: MAX_PAGE_ROWS };
  const { data, isPrevious, failure, refresh } = useCall('exceptions.page', input, { refreshOn: ['exceptions'] });
  return { rows: isPrevious ? undefined : data?.rows, failure, retry: refresh };
}
