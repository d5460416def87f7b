/** Handlers of the observation log: the history of one record, and the changes that came after a record was final. */
import type { historyCalls } from '../../contract/calls/history.ts';
import type { CallOutput } from '../../contract/calls.ts';
import type { HistoryPage, LateEvent } from '../books/records/observations.ts';
import type { Business } from '../engine/business.ts';
import type { HandlersOf } from './kernel/handler.ts';

type Observation = CallOutput<'history.page'>['changes'][number];

export function historyHandlers(): HandlersOf<typeof historyCalls> {
  return {
    'history.page': async ({ of, uuid, offset, limit }, { business }) => {
      const { mirror } = business;
      const row =
        of === 'invoice' ? await mirror.read('invoices.get', { uuid }) : await mirror.read('withdrawals.get', { uuid });
      const page = await historyOf(business, uuid, offset, limit);
      return {
        changes: page.rows.map(wireChange),
        total: page.total,
        since: earlier(page.since, row?.firstSeenAt ?? null),
      };
    },
    'history.late': async ({ offset, limit }, { business }) => {
      const { profileId, books } = business.context;
      const { rows, total } = await books.read('observations.late', { profileId, offset, limit });
      return { rows: await Promise.all(rows.map((event) => wireEvent(business, event))), total };
    },
  };
}

/** The log of a record and of what stands under it, newest first. */
export function historyOf(business: Business, uuid: string, offset: number, limit: number): Promise<HistoryPage> {
  const { profileId, books } = business.context;
  return books.read('observations.ofRecord', { profileId, uuid, offset, limit });
}

/** An entry of the log as frames carry it. */
export function wireChange(change: HistoryPage['rows'][number]): Observation {
  const { list, recordUuid, field, before, after, at, source, late } = change;
  return { list, recordUuid, field, before, after, seenAt: at, source, late: late ?? undefined };
}

/** A mirror that was read again has seen its records later than the books have. Both texts are the engine's own notation. */
function earlier(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right;
  return left < right ? left : right;
}

async function wireEvent({ mirror }: Business, event: LateEvent): Promise<CallOutput<'history.late'>['rows'][number]> {
  const { list, recordUuid, at, source, changes } = event;
  const row = list === 'invoices' ? await mirror.read('invoices.get', { uuid: recordUuid }) : null;
  return {
    list,
    recordUuid,
    label: row?.record.external_id ?? null,
    currency: row?.record.currency.code ?? null,
    seenAt: at,
    source,
    changes,
  };
}
