// Handlers of entries: lists by what became of them, one with both its sides, matches by hand.
import type { entryCalls } from '../../contract/calls/entries.ts';
import type { EntryFilter, HandMatchRefusal, SourceKind } from '../../domain/ledger/entry.ts';
import { toleranceOf } from '../../domain/ledger/import.ts';
import type { Business } from '../engine/business.ts';
import { deedOf, type JobContext } from '../jobs/kernel/context.ts';
import { identsOfRecord, recordSide } from '../jobs/ledger/entry-records.ts';
import { found, type HandlersFor, type HandlersOf } from './kernel/handler.ts';

type ListCall = 'entries.page' | 'entries.counts' | 'entries.changes';
type OneCall = 'entries.get' | 'entries.matchByHand' | 'entries.unmatch';

export function entriesHandlers(): HandlersOf<typeof entryCalls> {
  return { ...listHandlers(), ...oneHandlers() };
}

function listHandlers(): HandlersFor<ListCall> {
  return {
    'entries.page': async ({ filter, sort, ...page }, { business }) => {
      const { context: job } = business;
      const { books, mirror, profileId } = job;
      const idents = await identsFor(job, filter);
      const { rows, ...sums } = await books.read('entries.page', { profileId, filter, idents, sort, ...page });
      const nets = await mirror.read('invoices.nets', { invoices: rows.map(({ recordUuid }) => recordUuid) });
      return { ...sums, rows: rows.map((row, at) => ({ ...row, netUsdt: nets[at] ?? null })) };
    },
    'entries.counts': async ({ filter }, { business }) => {
      const { context: job, reconciliation } = business;
      const { books, profileId } = job;
      const idents = await identsFor(job, filter);
      const counts = await books.read('entries.counts', { profileId, filter, idents });
      const { run, isPending } = await reconciliation.state();
      return { ...counts, matchedAt: run?.at ?? null, pending: isPending };
    },
    'entries.changes': (asked, { business }) => {
      const { books, profileId } = business.context;
      return books.read('entries.changes', { profileId, ...asked });
    },
  };
}

function oneHandlers(): HandlersFor<OneCall> {
  return {
    'entries.get': async ({ id }, { business }) => {
      const { books, mirror, profileId } = business.context;
      const { source, ...told } = found(await books.read('entries.get', { profileId, id }), 'entry', id);
      const { entry } = told;
      const match = entry.handMatchId === null ? null : { profileId, id: entry.handMatchId };
      const handMatch = match === null ? null : await books.read('entries.handMatch', match);
      const uuids = new Set([...(entry.recordUuid === null ? [] : [entry.recordUuid]), ...(handMatch?.records ?? [])]);
      const records = await Promise.all([...uuids].map((uuid) => recordSide(mirror, uuid)));
      return {
        ...told,
        tolerance: toleranceOf(source.tolerances, entry.unit) ?? null,
        records: records.filter((side) => side !== null),
        handMatch,
      };
    },
    'entries.matchByHand': async (asked, { business, by }) => {
      const { context: job } = business;
      const refusal = await refusalOfRecords(job, asked.kind, asked.records);
      if (refusal !== null) return { outcome: 'refused', ...refusal };
      const matched = await job.books.write('entries.matchByHand', { ...deedOf(job, by), ...asked });
      if (matched.outcome !== 'refused') entriesChanged(business);
      return matched;
    },
    'entries.unmatch': async (asked, { business, by }) => {
      const { context: job } = business;
      const wasThere = await job.books.write('entries.unmatch', { ...deedOf(job, by), ...asked });
      if (wasThere) entriesChanged(business);
      return {};
    },
  };
}

async function identsFor({ mirror }: JobContext, { recordUuid }: EntryFilter): Promise<readonly string[]> {
  return recordUuid === undefined ? [] : identsOfRecord(mirror, recordUuid);
}

interface RecordRefusal {
  readonly reason: HandMatchRefusal;
  readonly ident: string | null;
}

/** Why these records cannot be matched as one, as far as the mirror tells. */
async function refusalOfRecords(
  { mirror }: JobContext,
  kind: SourceKind,
  uuids: readonly string[],
): Promise<RecordRefusal | null> {
  let unit: string | null | undefined;
  for (const uuid of new Set(uuids)) {
    const side = await recordSide(mirror, uuid);
    const list = kind === 'orders' ? 'invoices' : 'withdrawals';
    if (side === null || side.list !== list) return { reason: 'record-not-found', ident: uuid };
    // What was credited is in one token always; it is what was ordered, or withdrawn, that may differ.
    const own = side.amounts[0]?.unit ?? null;
    if (unit !== undefined && unit !== own) return { reason: 'other-currency', ident: side.ident };
    unit = own;
  }
  return null;
}

function entriesChanged({ context: { announce, profileId }, reconciliation }: Business): void {
  announce({ kind: 'books', profileId, kinds: ['entries'] });
  reconciliation.booksChanged();
}
