/**
 * Exceptions for screens: acting on any number of them, and everything a list names, page by page. Not here: the keys and words
 * (ui/triage).
 */
import { useCallback } from 'react';
import { MAX_ACTION_ROWS } from '../../contract/calls/exceptions.ts';
import { MAX_PAGE_ROWS } from '../../contract/wire/lists.ts';
import type { CallInput, CallOutput } from '../../contract/calls.ts';
import { type Failure, failed, type Result, success } from '../../domain/failure.ts';
import { useAction } from './use-action.ts';
import { useCall } from './use-call.ts';

type Action = CallInput<'exceptions.act'>['action'];
type ActionResults = CallOutput<'exceptions.act'>['results'];

/** What was done, and why it went no further; null when it came to its end. */
interface ActAnswer {
  readonly results: ActionResults;
  readonly failure: Failure | null;
}

/** Carries one action out on many, in calls of as many as one takes. The first call that fails ends it; what was done before stands. */
export function useActOnExceptions(): (ids: readonly string[], action: Action) => Promise<ActAnswer> {
  const { run } = useAction('exceptions.act');
  return useCallback(
    async (ids, action) => {
      const results: ActionResults = [];
      for (let from = 0; from < ids.length; from += MAX_ACTION_ROWS) {
        const answer = await run({ ids: ids.slice(from, from + MAX_ACTION_ROWS), action });
        if (!answer.ok) return { results, failure: answer.failure };
        results.push(...answer.value.results);
      }
      return { results, failure: null };
    },
    [run],
  );
}

/** More rows than that are not acted on at once from a screen. */
const MAX_ROWS_AT_ONCE = 20_000;

/** Every row of a list, read page after page. */
export async function everyRow<Row>(
  read: (page: {
    readonly offset: number;
    readonly limit: number;
  }) => Promise<Result<{ readonly rows: readonly Row[]; readonly total: number }>>,
): Promise<Result<readonly Row[]>> {
  const rows: Row[] = [];
  for (;;) {
    const answer = await read({ offset: rows.length, limit: MAX_PAGE_ROWS });
    if (!answer.ok) return answer;
    if (answer.value.total > MAX_ROWS_AT_ONCE) return failed(tooMany(answer.value.total));
    rows.push(...answer.value.rows);
    if (answer.value.rows.length === 0 || rows.length >= answer.value.total) return success(rows);
  }
}

function tooMany(total: number): Failure {
  const message = `${total} rows match; narrow the filter to ${MAX_ROWS_AT_ONCE} or fewer`;
  return { kind: 'invalid-input', issues: [{ path: 'filter', message }] };
}

/** The history of the exception in hand; nothing is read without an id. */
export function useTriageDetail(id: string | null) {
  const call = useCall('exceptions.get', { id: id ?? '-' }, { enabled: id !== null, refreshOn: ['exceptions'] });
  return { deeds: call.isPrevious ? undefined : call.data?.deeds, failure: call.failure, retry: call.refresh };
}

/** The findings of one record, whatever was done about them; read again when reconciliation or a person changes them. */
export function useExceptionsOf(uuid: string | null): CallOutput<'exceptions.page'>['rows'] | undefined {
  const input = { filter: { text: uuid ?? '-' }, offset: 0, limit: MAX_OF_RECORD };
  const { data, isPrevious } = useCall('exceptions.page', input, { enabled: uuid !== null, refreshOn: ['exceptions'] });
  return isPrevious ? undefined : data?.rows.filter(({ recordUuid }) => recordUuid === uuid);
}

/** More than there are kinds. */
const MAX_OF_RECORD = 50;
