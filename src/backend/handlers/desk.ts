// Handlers of the delivery desk: its rows, the values to filter by, groups of failures and their acknowledgement, the
// health of hosts, saved views.
import type { CallOutput } from '../../contract/calls.ts';
import { FailureError } from '../../domain/failure.ts';
import { fromEpochMs, instantKey } from '../../domain/time.ts';
import type { JobContext } from '../jobs/context.ts';
import { acknowledgedGroups, type FailureGroup, failureGroupsOf } from '../jobs/failure-groups.ts';
import type { HandlersFor } from './handler.ts';

type DeskCall =
  | 'deliveries.page'
  | 'deliveries.facets'
  | 'deliveries.groups'
  | 'deliveries.acknowledge'
  | 'deliveries.hosts'
  | 'views.list'
  | 'views.save'
  | 'views.remove';

/** Groups that one answer carries. */
const MAX_GROUPS = 200;

export function deskHandlers(): HandlersFor<DeskCall> {
  return {
    'deliveries.page': async ({ filter = {}, sort = [], offset, limit }, context) => {
      const business = context.business();
      const acknowledged = await acknowledgedGroups(business.context, filter);
      const page = await business.mirror.read('desk.page', { filter, acknowledged, sort, offset, limit });
      return { rows: [...page.rows], total: page.total };
    },
    'deliveries.facets': async ({ filter = {} }, context) => {
      const business = context.business();
      const acknowledged = await acknowledgedGroups(business.context, filter);
      const facets = await business.mirror.read('desk.facets', { filter, acknowledged });
      const { states, causes, hosts, events, httpCodes, atRisk, elsewhere } = facets;
      return {
        states: [...states],
        causes: [...causes],
        hosts: [...hosts],
        events: [...events],
        httpCodes: [...httpCodes],
        atRisk,
        elsewhere,
      };
    },
    'deliveries.groups': async (_input, context) => {
      const groups = await failureGroupsOf(context.business().context);
      return { groups: groups.slice(0, MAX_GROUPS).map(wireGroup) };
    },
    'deliveries.acknowledge': async (input, context) => {
      const { context: job } = context.business();
      if (input.undo === true) await takeBack(job, input);
      else await acknowledge(job, input);
      job.announce({ kind: 'mirror', profileId: job.profileId, kinds: ['deliveries'] });
      return {};
    },
    'deliveries.hosts': async (_input, context) => {
      const business = context.business();
      const hosts = await business.mirror.read('desk.hosts', { now: fromEpochMs(business.serverNow()) });
      return { hosts: hosts.map((host) => ({ ...host, causes: [...host.causes], hours: [...host.hours] })) };
    },
    ...viewHandlers(),
  };
}

function viewHandlers(): HandlersFor<'views.list' | 'views.save' | 'views.remove'> {
  return {
    'views.list': async ({ list }, context) => {
      const { books, profileId } = context.business().context;
      return { views: [...(await books.read('views.list', { profileId, list }))] };
    },
    'views.save': async ({ list, name, query }, context) => {
      const { books, profileId, ids, clock } = context.business().context;
      const at = fromEpochMs(clock.now());
      return books.write('views.save', { id: ids.uuid(), profileId, list, name, query, at });
    },
    'views.remove': async ({ id }, context) => {
      const { books, profileId } = context.business().context;
      const isRemoved = await books.write('views.remove', { profileId, id });
      if (!isRemoved) throw new FailureError({ kind: 'not-found', what: 'saved view', ident: id });
      return {};
    },
  };
}

function wireGroup(group: FailureGroup): CallOutput<'deliveries.groups'>['groups'][number] {
  const { acknowledgement, ...counts } = group;
  const holds = acknowledgement !== null && group.since === 0;
  return {
    ...counts,
    acknowledged: holds ? { at: acknowledgement.at, by: acknowledgement.osUser, note: acknowledgement.note } : null,
  };
}

type Acknowledge = Parameters<HandlersFor<'deliveries.acknowledge'>['deliveries.acknowledge']>[0];

async function acknowledge(context: JobContext, { host, cause, note = '', upTo }: Acknowledge): Promise<void> {
  const { mirror, books, profileId, osUser, clock } = context;
  const newest = await mirror.read('desk.newestFailure', { host, cause });
  if (newest === null) throw new FailureError({ kind: 'not-found', what: 'failures', ident: labelOf({ host, cause }) });
  const seen = upTo === undefined ? newest : (instantKey(upTo) ?? newest);
  // What failed after the list was drawn has not been seen by anybody.
  const newestFailureAt = seen < newest ? seen : newest;
  const at = fromEpochMs(clock.now());
  const text = note.trim() === '' ? null : note.trim();
  const acknowledgement = { profileId, host, cause, at, newestFailureAt, osUser, note: text };
  const entry = {
    at,
    osUser,
    profileId,
    action: 'acknowledge-failures',
    summary: `Mark as seen: ${labelOf({ host, cause })}`,
    outcome: 'acknowledged',
    evidence: { host, cause, upTo: newestFailureAt, note: text },
  } as const;
  await books.write('acknowledgements.save', { ...acknowledgement, entry });
}

async function takeBack(context: JobContext, { host, cause }: Acknowledge): Promise<void> {
  const { books, profileId, osUser, clock } = context;
  const entry = {
    at: fromEpochMs(clock.now()),
    osUser,
    profileId,
    action: 'acknowledge-failures',
    summary: `Not seen any more: ${labelOf({ host, cause })}`,
    outcome: 'taken-back',
    evidence: { host, cause },
  } as const;
  await books.write('acknowledgements.remove', { profileId, host, cause, entry });
}

function labelOf({ host, cause }: Pick<Acknowledge, 'host' | 'cause'>): string {
  return `${cause} at ${host ?? 'no address'}`;
}
