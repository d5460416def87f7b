// Calls of the list of deliveries: the index of all deliveries, its groups of failures, the health of each receiving host,
// saved views, and the watch that keeps the index read.
import { z } from 'zod';
import { LIST_SCREENS } from '../../domain/console/screens.ts';
import {
  DELIVERY_CAUSES,
  DELIVERY_FACETS,
  DELIVERY_LIST,
  DELIVERY_ROW,
  DELIVERY_TOTALS,
  FAILURE_GROUP,
  HOST_HEALTH,
  MAX_HEALTH_DAYS,
} from '../../domain/webhooks/delivery-list.ts';
import { MARKS_OF_RECORD } from '../../domain/support/notes.ts';
import { ENDPOINT_TIMELINE } from '../../domain/webhooks/endpoint-timeline.ts';
import { count, instant, natural, textOrNull, type ToldOf } from '../../domain/kernel/shape.ts';
import { bound, narrowedBy, pageOf, words } from '../wire/lists.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

const cause = z.enum(DELIVERY_CAUSES);

/** A list's address under a name. */
const savedView = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  /** The query of the address, as the list wrote it. */
  query: z.string(),
  /** Of whoever asks alone; absent: of the business. */
  mine: z.literal(true).optional(),
});
export type SavedView = ToldOf<typeof savedView>;
const listName = z.enum(LIST_SCREENS);

/**
 * A named window of time, and the host where one is meant: its invoices are read first. An invoice that does not say where its webhook
 * goes belongs to it whatever the host.
 */
const incident = z.object({
  from: instant,
  to: instant,
  host: textOrNull,
  /** `done`: all of it was read and its window is over; it stays until a person ends it or names another. */
  state: z.enum(['reading', 'done']),
  /** Final invoices of the window, and how many of them are known by now. */
  invoices: natural,
  read: natural,
  /** Null while nobody reads it, and once it is done. */
  etaSeconds: z.number().nonnegative().nullable(),
});

export const watchStatusCodec = z.object({
  /** `done`: nothing is to be read now; what is not at its end is read again when it is due. */
  state: z.enum(['running', 'waiting', 'paused', 'done']),
  /** What it waits for, or that it was paused; absent otherwise. */
  reason: z.string().optional(),
  /** Final invoices whose deliveries were read at least once, of all that the mirror has. */
  read: natural,
  terminal: natural,
  /** Not delivered yet and to be read again after their next attempt. */
  unresolved: natural,
  due: natural,
  /** Until everything was read once, as an estimate; absent while there is nothing to read or nobody reads. */
  etaSeconds: z.number().nonnegative().optional(),
  /** Requests a minute that the watch takes at most, and the API's limit. */
  perMinute: z.number().nonnegative(),
  limit: count,
  /**
   * Within how many seconds each of the newest final invoices, and each whose delivery has failed, is read again, for others may resend it; absent
   * where there is none, or nobody reads. More than ten minutes where the budget does not allow that.
   */
  recentWithinSeconds: z.number().nonnegative().optional(),
  failedWithinSeconds: z.number().nonnegative().optional(),
  incident: incident.optional(),
});
export type WatchStatus = ToldOf<typeof watchStatusCodec>;

/** The filters and columns of a list's address. */
const query = z.string().max(4000);

export const deliveryListCalls = {
  'deliveries.page': readCall({
    role: 'viewer',
    doc: 'Deliveries of all invoices, final ones that were not checked yet and those without any among them.',
    input: z.strictObject(pageOf(DELIVERY_LIST)),
    output: z.object({ rows: z.array(DELIVERY_ROW), total: natural }),
  }),
  'deliveries.facets': readCall({
    role: 'viewer',
    doc: 'What each filter offers, counted among the rows that the other filters let through.',
    input: z.strictObject(narrowedBy(DELIVERY_LIST)),
    output: DELIVERY_FACETS,
  }),
  'deliveries.totals': readCall({
    role: 'viewer',
    doc: 'What the rows of a filter come to, exact: how many, and the net of their invoices, each invoice once however many deliveries it has.',
    input: z.strictObject(narrowedBy(DELIVERY_LIST)),
    output: DELIVERY_TOTALS,
  }),
  'deliveries.groups': readCall({
    role: 'viewer',
    doc: 'Failing and retrying deliveries by host and cause, most first; at most 200. `text`: an id or part of one; only its deliveries are counted. `answers`: how the host answers now.',
    input: z.strictObject({ text: z.string().max(256).optional() }),
    output: z.object({ groups: z.array(FAILURE_GROUP) }),
  }),
  'deliveries.acknowledge': writeCall({
    role: 'support',
    doc: 'Somebody knows of these failures, up to `upTo` (`newestFailure` of the group as it was seen) or to the newest. Nothing changes at the API; a newer failure of the group takes it back. `not-found` when the group has no failure.',
    input: z.strictObject({
      host: z.string().max(256).nullable(),
      cause,
      note: z.string().max(500).optional(),
      upTo: bound.optional(),
      undo: z.boolean().optional(),
    }),
    recording: whereItEnds('acknowledge-failures'),
  }),
  'deliveries.hosts': readCall({
    role: 'viewer',
    doc: 'Hosts of the last thirty days with their attempts, durations and causes of the last `days`, thirty when absent; `hours` are the last 24, UTC, the running one last. `label`: those with one of these labels.',
    input: z.strictObject({ days: z.int().min(1).max(MAX_HEALTH_DAYS).optional(), label: words.optional() }),
    output: z.object({ hosts: z.array(HOST_HEALTH.extend({ marks: MARKS_OF_RECORD.optional() })) }),
  }),
  'deliveries.timeline': readCall({
    role: 'viewer',
    doc: 'One endpoint over the last `days` in at most 400 equal spans of whole hours (UTC): its attempts, the duration that nineteen of twenty were within, and its outages. An attempt without a duration is in no percentile and counted as `untimed`.',
    input: z.strictObject({ host: z.string().min(1).max(256), days: z.int().min(1).max(MAX_HEALTH_DAYS) }),
    output: ENDPOINT_TIMELINE,
  }),
  'views.list': readCall({
    role: 'viewer',
    doc: 'The saved views of a list, or of all: those of the business, and of a person of a team who asks theirs (`mine`).',
    input: z.strictObject({ list: listName.optional() }),
    output: z.object({ views: z.array(savedView) }),
  }),
  'views.save': writeCall({
    role: 'viewer',
    doc: "A list's address under a name. A name that the list has already gets the new query. `mine`: of the person who asks alone; else of the business, which needs support or finance. `seen`: the query of that name as it was seen, null for none; what somebody else has saved since is not overwritten (`changed-since`, with who and when).",
    input: z.strictObject({
      list: listName,
      name: z.string().trim().min(1).max(60),
      query,
      mine: z.boolean().optional(),
      seen: query.nullable().optional(),
    }),
    output: savedView,
    recording: {
      kind: 'here',
      asked: ({ list, name, query }) => ({
        action: 'save-view',
        summary: `Save the view “${name}” of ${list}`,
        evidence: { list, name, query },
      }),
    },
  }),
  'views.remove': writeCall({
    role: 'viewer',
    doc: 'Removes a saved view; one of the business needs support or finance. `seen`: as of `views.save`.',
    input: z.strictObject({ id: z.string().min(1).max(64), seen: query.optional() }),
    recording: { kind: 'here', asked: ({ id }) => ({ action: 'remove-view', summary: `Remove the saved view ${id}` }) },
  }),
  'watch.status': readCall({
    role: 'viewer',
    doc: 'How far the deliveries of final invoices have been read.',
    output: watchStatusCodec,
  }),
  'watch.pause': writeCall({
    role: 'support',
    doc: 'No delivery is read in the background any more; kept over restarts.',
    recording: nothing('reading only'),
  }),
  'watch.resume': writeCall({
    role: 'support',
    doc: 'Goes on reading deliveries.',
    recording: nothing('reading only'),
  }),
  'watch.estimate': readCall({
    role: 'viewer',
    doc: 'What checking an outage would cost, before it is begun: what was read before is read again for it.',
    input: z.strictObject({ from: bound, to: bound, host: z.string().max(256).optional() }),
    output: z.object({ invoices: natural, requests: natural, etaSeconds: z.number().nonnegative() }),
  }),
  'watch.beginIncident': writeCall({
    role: 'support',
    doc: 'Reads the deliveries of an outage first; `incident.state` is `reading`, then `done`.',
    input: z.strictObject({ from: bound, to: bound, host: z.string().max(256).optional() }),
    output: watchStatusCodec,
    recording: {
      kind: 'here',
      asked: ({ from, to, host }) => ({
        action: 'begin-incident',
        summary: `Check an outage${host === undefined ? '' : ` at ${host}`} from ${from} to ${to}`,
      }),
    },
  }),
  'watch.endIncident': writeCall({
    role: 'support',
    doc: 'A check that is `done` stays until it is ended or another one begins.',
    recording: {
      kind: 'here',
      asked: (_input) => ({ action: 'end-incident', summary: 'End the check of the outage' }),
    },
  }),
  'watch.look': readCall({
    role: 'viewer',
    doc: 'What stands on screen now, invoices by uuid: those that are not checked yet, are due, or were not read just now, come before the rest.',
    input: z.strictObject({ invoices: z.array(z.string().max(64)).max(200) }),
  }),
} as const;
