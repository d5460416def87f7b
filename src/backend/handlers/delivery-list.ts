// Handlers of all deliveries: rows, filters, groups of failures and their acknowledgement, hosts, saved views, and the watch that reads them.
import type { CallOutput, ParsedInput } from '../../contract/calls.ts';
import type { deliveryListCalls } from '../../contract/calls/delivery-list.ts';
import { hostOf } from '../../domain/webhooks/delivery-cause.ts';
import { FailureError, invalidInput } from '../../domain/kernel/failure/failure.ts';
import { fromEpochMs, instantKey } from '../../domain/kernel/time/time.ts';
import type { Business } from '../engine/business.ts';
import type { JobContext } from '../jobs/kernel/context.ts';
import { acknowledgedGroups, type FailureGroupFacts, failureGroupsOf } from '../jobs/webhooks/failure-groups.ts';
import type { IncidentWindow } from '../mirror/webhooks/watch-answers.ts';
import { done, type HandlersFor, type HandlersOf } from './kernel/handler.ts';

/** Groups that one answer carries. */
const MAX_GROUPS = 200;

export function deliveryListHandlers(): HandlersOf<typeof deliveryListCalls> {
  return {
    'deliveries.page': async ({ filter, sort, ...page }, { business }) => {
      const acknowledged = await acknowledgedGroups(business.context, filter);
      return business.mirror.read('deliveryList.page', { filter, acknowledged, sort, ...page });
    },
    'deliveries.facets': async ({ filter }, { business }) => {
      const acknowledged = await acknowledgedGroups(business.context, filter);
      return business.mirror.read('deliveryList.facets', { filter, acknowledged });
    },
    'deliveries.totals': async ({ filter }, { business }) => {
      const acknowledged = await acknowledgedGroups(business.context, filter);
      return business.mirror.read('deliveryList.totals', { filter, acknowledged });
    },
    'deliveries.groups': async ({ text }, { business }) => {
      const groups = await failureGroupsOf(business.context, text);
      return { groups: groups.slice(0, MAX_GROUPS).map(wireGroup) };
    },
    'deliveries.acknowledge': async (input, { business, by }) => {
      const { context: job } = business;
      if (input.undo === true) await takeBack(job, by, input);
      else await acknowledge(job, by, input);
      job.announce({ kind: 'mirror', profileId: job.profileId, kinds: ['deliveries'] });
      return {};
    },
    'deliveries.hosts': async (asked, { business }) => {
      const now = fromEpochMs(business.serverNow());
      const hosts = await business.mirror.read('deliveryList.hosts', { now, ...asked });
      return { hosts };
    },
    'deliveries.timeline': async (asked, { business }) => {
      const { failuresInRow, failureShare } = await business.context.settings();
      const now = fromEpochMs(business.serverNow());
      return business.mirror.read('deliveryList.timeline', {
        ...asked,
        now,
        thresholds: { failuresInRow, failureShare },
      });
    },
    ...viewHandlers(),
    ...watchHandlers(),
  };
}

/** Who may say what everybody’s views are. */
const OF_ALL = ['support', 'finance'] as const;

function viewHandlers(): HandlersFor<Extract<keyof typeof deliveryListCalls, `views.${string}`>> {
  return {
    'views.list': async ({ list }, { business, person }) => {
      const { books, profileId } = business.context;
      return { views: await books.read('views.list', { profileId, list: list ?? null, owner: person?.id }) };
    },
    'views.save': async ({ list, name, query, mine = false, seen }, context) => {
      const { books, profileId, ids, clock } = context.business.context;
      if (!mine) context.require(OF_ALL);
      const at = fromEpochMs(clock.now());
      const owner = mine ? context.person?.id : undefined;
      return books.write('views.save', { id: ids.uuid(), profileId, list, name, query, at, owner, seen });
    },
    'views.remove': async ({ id, seen }, context) => {
      const { books, profileId } = context.business.context;
      const owner = context.person?.id;
      const all = await books.read('views.list', { profileId, list: null, owner });
      const known = all.find((view) => view.id === id);
      if (known?.mine !== true) context.require(known === undefined ? 'viewer' : OF_ALL);
      const isRemoved = await books.write('views.remove', { profileId, id, owner, seen });
      if (!isRemoved) throw new FailureError({ kind: 'not-found', what: 'saved view', ident: id });
      return {};
    },
  };
}

function wireGroup(group: FailureGroupFacts): CallOutput<'deliveries.groups'>['groups'][number] {
  const { acknowledgement, ...counts } = group;
  const holds = acknowledgement !== null && group.since === 0;
  return {
    ...counts,
    acknowledged: holds ? { at: acknowledgement.at, by: acknowledgement.osUser, note: acknowledgement.note } : null,
  };
}

const ACTION = 'acknowledge-failures' as const;
type Acknowledge = ParsedInput<'deliveries.acknowledge'>;

async function acknowledge(
  context: JobContext,
  osUser: string,
  { host, cause, note = '', upTo }: Acknowledge,
): Promise<void> {
  const { mirror, books, profileId, clock } = context;
  const newest = await mirror.read('deliveryList.newestFailure', { host, cause });
  if (newest === null) throw new FailureError({ kind: 'not-found', what: 'failures', ident: labelOf({ host, cause }) });
  const seen = upTo === undefined ? newest : (instantKey(upTo) ?? newest);
  // What failed after the list was drawn has not been seen by anybody.
  const newestFailureAt = seen < newest ? seen : newest;
  const at = fromEpochMs(clock.now());
  const text = note.trim() === '' ? null : note.trim();
  const acknowledgement = { profileId, host, cause, at, newestFailureAt, osUser, note: text };
  const [summary, evidence] = [
    `Mark as seen: ${labelOf({ host, cause })}`,
    { host, cause, upTo: newestFailureAt, note: text },
  ];
  const entry = { at, osUser, profileId, action: ACTION, summary, outcome: 'acknowledged', evidence };
  await books.write('acknowledgements.save', { ...acknowledgement, entry });
}

async function takeBack(context: JobContext, osUser: string, { host, cause }: Acknowledge): Promise<void> {
  const { books, profileId, clock } = context;
  const [at, summary] = [fromEpochMs(clock.now()), `Not seen any more: ${labelOf({ host, cause })}`];
  const entry = { at, osUser, profileId, action: ACTION, summary, outcome: 'taken-back', evidence: { host, cause } };
  await books.write('acknowledgements.remove', { profileId, host, cause, entry });
}

function labelOf({ host, cause }: Pick<Acknowledge, 'host' | 'cause'>): string {
  return `${cause} at ${host ?? 'no address'}`;
}

function watchHandlers(): HandlersFor<Extract<keyof typeof deliveryListCalls, `watch.${string}`>> {
  return {
    'watch.status': (_input, { business }) => watchStatus(business),
    'watch.pause': (_input, { business }) => done(business.watch.pause()),
    'watch.resume': (_input, { business }) => done(business.watch.resume()),
    'watch.estimate': (input, { business }) => business.watch.estimate(windowOf(input)),
    'watch.beginIncident': async (input, { business }) => {
      await business.watch.beginIncident(windowOf(input));
      return watchStatus(business);
    },
    'watch.endIncident': (_input, { business }) => done(business.watch.endIncident()),
    'watch.look': async ({ invoices }, { business, client }) => done(business.watch.look(client, invoices)),
  };
}

async function watchStatus(business: Business): Promise<CallOutput<'watch.status'>> {
  const { phase, reason, counts, incident, isIncidentRead, ...pace } = await business.watch.state();
  return {
    state: phase,
    reason: reason ?? undefined,
    read: counts.terminal - counts.unread,
    terminal: counts.terminal,
    unresolved: counts.unresolved,
    due: counts.due,
    etaSeconds: pace.etaSeconds ?? undefined,
    perMinute: pace.perMinute,
    limit: business.client.budget().limit,
    recentWithinSeconds: pace.recentWithinSeconds ?? undefined,
    failedWithinSeconds: pace.failedWithinSeconds ?? undefined,
    incident:
      incident === null
        ? undefined
        : {
            ...incident.window,
            state: isIncidentRead ? 'done' : 'reading',
            invoices: incident.invoices,
            read: incident.invoices - incident.unread,
            etaSeconds: pace.incidentEtaSeconds,
          },
  };
}

/** A window that begins before it ends, its host as the list writes hosts; throws `invalid-input` for anything else. */
function windowOf({ from, to, host }: ParsedInput<'watch.estimate'>): IncidentWindow {
  const [begin, end] = [instantKey(from), instantKey(to)];
  if (begin === null || end === null || begin >= end) throw invalidInput('to', 'is not after the beginning');
  const named = host === undefined ? null : hostOf(`https://${host}`);
  if (host !== undefined && named === null) throw invalidInput('host', 'is no host');
  return { from: begin, to: end, host: named };
}
