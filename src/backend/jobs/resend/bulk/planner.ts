// The plan of what somebody wants resent, out of mirror and books alone: a dry run.
import type { DeliveryFilter } from '../../../../domain/webhooks/delivery-list.ts';
import { MAX_PLAN_ITEMS } from '../../../../domain/resend/bulk.ts';
import {
  type Plan,
  type PlanFacts,
  type PlanInclude,
  planOf,
  type PlanWish,
} from '../../../../domain/resend/bulk-plan.ts';
import { isUuid } from '../../../../domain/kernel/text/uuid.ts';
import type { KeptInvoice } from '../../../mirror/kernel/answers.ts';
import type { JobContext } from '../../kernel/context.ts';
import { acknowledgedGroups } from '../../webhooks/failure-groups.ts';

export type PlanSelection =
  | { readonly kind: 'invoices'; readonly uuids: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: DeliveryFilter }
  /** As a person pasted them: uuids, external ids. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] };

/** Which invoices somebody may mean by what they said. */
interface Meant {
  readonly ident: string;
  readonly uuids: readonly string[];
}

/** The plan of a selection. `nowMs`: the server's clock. */
export async function makePlan(
  context: JobContext,
  selection: PlanSelection,
  include: PlanInclude,
  nowMs: number,
): Promise<Plan & { readonly isCut: boolean }> {
  const known = new Map<string, KeptInvoice>();
  const meant = await meantBy(context, selection, known);
  const isCut = meant.length > MAX_PLAN_ITEMS;
  const wished = meant.slice(0, MAX_PLAN_ITEMS);
  const facts = await factsOf(context, [...new Set(wished.flatMap(({ uuids }) => uuids))], known);
  const wishes = wished.map(
    ({ ident, uuids }): PlanWish => ({ ident, found: uuids.flatMap((uuid) => facts.get(uuid) ?? []) }),
  );
  return { ...planOf(wishes, include, nowMs), isCut };
}

async function meantBy(
  context: JobContext,
  selection: PlanSelection,
  known: Map<string, KeptInvoice>,
): Promise<readonly Meant[]> {
  switch (selection.kind) {
    case 'invoices':
      return selection.uuids.map((ident) => ({ ident, uuids: isUuid(ident) ? [ident.toLowerCase()] : [] }));
    case 'filter': {
      const { filter } = selection;
      const acknowledged = await acknowledgedGroups(context, filter);
      const page = { filter, acknowledged, limit: MAX_PLAN_ITEMS };
      const first = await context.mirror.read('deliveryList.select', { ...page, offset: 0 });
      const more =
        first.length < MAX_PLAN_ITEMS
          ? []
          : await context.mirror.read('deliveryList.select', { ...page, offset: MAX_PLAN_ITEMS, limit: 1 });
      return [...first, ...more].map((uuid) => ({ ident: uuid, uuids: [uuid] }));
    }
    case 'ids':
      return Promise.all(selection.ids.map((id) => meantByIdent(context, id.trim(), known)));
  }
}

/** An ident may be one invoice's uuid and another's external_id. */
async function meantByIdent(context: JobContext, ident: string, known: Map<string, KeptInvoice>): Promise<Meant> {
  const rows = ident === '' ? [] : await context.mirror.read('invoices.find', { ident });
  for (const row of rows) known.set(row.record.uuid, row);
  return { ident, uuids: rows.map(({ record }) => record.uuid) };
}

/** What is known of each invoice; those that the mirror has never heard of are absent. */
async function factsOf(
  context: JobContext,
  uuids: readonly string[],
  known: Map<string, KeptInvoice>,
): Promise<ReadonlyMap<string, PlanFacts>> {
  const { mirror, books, profileId } = context;
  const facts = new Map<string, PlanFacts>();
  if (uuids.length === 0) return facts;
  const [latest, standings] = await Promise.all([
    mirror.read('deliveryList.latest', { invoices: uuids }),
    books.read('bulk.standings', { profileId, invoiceUuids: uuids }),
  ]);
  const [open, unresolved] = [new Set(standings.open), new Set(standings.unresolved)];
  const resends = (uuid: string): Pick<PlanFacts, 'hasOpenResend' | 'hasUnresolvedResend'> => ({
    hasOpenResend: open.has(uuid),
    hasUnresolvedResend: unresolved.has(uuid),
  });
  for (const { invoiceUuid, externalId, invoiceStatus, state, host, nextAttemptAt, asOf } of latest) {
    const isPending = invoiceStatus === 'pending';
    const delivery = { invoiceUuid, externalId, isPending, state, host, nextAttemptAt, asOf };
    facts.set(invoiceUuid, { ...delivery, ...resends(invoiceUuid) });
  }
  // An invoice that is not final has no row in the index.
  const others = uuids.filter((uuid) => !facts.has(uuid));
  const rows = await Promise.all(
    others.map(async (uuid) => known.get(uuid) ?? (await mirror.read('invoices.get', { uuid }))),
  );
  for (const [index, uuid] of others.entries()) {
    const row = rows[index] ?? null;
    if (row === null) continue;
    const isPending = row.record.status === 'pending';
    const nothing = { state: 'never-read', host: null, nextAttemptAt: null, asOf: null } as const;
    facts.set(uuid, { invoiceUuid: uuid, externalId: row.record.external_id, isPending, ...nothing, ...resends(uuid) });
  }
  return facts;
}
