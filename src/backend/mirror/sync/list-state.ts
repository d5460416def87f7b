/** The state of the two walked lists: certificate, checkpoint of the walk, numbers; and the result of the last CHECK. */
import { z } from 'zod';
import { CERTIFICATES } from '../../../domain/profiles/profile.ts';
import {
  parseJson,
  type Row,
  readCount,
  readFlag,
  readInteger,
  readIntegerOrNull,
  readTextOrNull,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { rowReader, word } from '../../sqlite/rows.ts';
import { StoreError } from '../../sqlite/errors.ts';
import type {
  CertifyInput,
  ListStates,
  MirrorList,
  StatusCheck,
  StatusFacts,
  WalkedListState,
} from '../kernel/answers.ts';
import { invoiceCounts } from '../records/invoices/counts.ts';
import { deliveryCounts } from '../webhooks/deliveries.ts';
import { countMissing, countPresent } from './census.ts';
import type { MirrorReadContext, MirrorWriteContext } from '../kernel/context.ts';
import { readSnapshot, saveSnapshot } from '../records/snapshots.ts';
import { rereadState } from './reread.ts';

export function listStates({ database, memo }: MirrorReadContext): ListStates {
  return memo.lists.get('lists', () => ({
    invoices: listState(database, 'invoices'),
    withdrawals: listState(database, 'withdrawals'),
  }));
}

/** The state of one list, for whoever needs it in a snapshot of their own. */
export function listState(database: SqliteDatabase, list: MirrorList): WalkedListState {
  const row = database.get('SELECT * FROM list_state WHERE list = ?', list);
  if (row === null) throw new StoreError('corrupt', 'mirror', `the state of the list ${list} is missing`);
  return {
    ...readState(row),
    verdict: verdictOf(row),
    missing: countMissing(database, list),
    lastPass: lastPassOf(database, list),
  };
}

const readState = rowReader({
  certificate: word(CERTIFICATES),
  asOf: readTextOrNull,
  seen: readInteger,
  total: readIntegerOrNull,
  reason: readTextOrNull,
  growOnly: readFlag,
  walk: readTextOrNull,
});

function lastPassOf(database: SqliteDatabase, list: MirrorList): number {
  const sql = `SELECT max(coalesce((SELECT max(last_seen_pass) FROM ${list}), 0),
    coalesce((SELECT max(last_seen_pass) FROM quarantine WHERE list = ?), 0)) AS n`;
  return readCount(database.get(sql, list));
}

function verdictOf(row: Row): WalkedListState['verdict'] {
  const seen = readIntegerOrNull(row, 'verdict_seen');
  return seen === null ? null : { seen, total: readIntegerOrNull(row, 'verdict_total') };
}

/**
 * `lists.certify`: the verdict of a walk, with its checkpoint (null when the walk is over). Its number of records is that of its answer;
 * `seen` goes on counting what was stored meanwhile.
 */
function certifyList({ database }: MirrorWriteContext, input: CertifyInput): void {
  database.run(
    `UPDATE list_state SET certificate = @certificate, as_of = @asOf, seen = @counted, total = @total, verdict_seen = @seen,
      verdict_total = @total, reason = @reason, grow_only = @grows, walk = @walk WHERE list = @list`,
    { ...input, counted: Math.max(input.seen, countPresent(database, input.list)), grows: input.growOnly ? 1 : 0 },
  );
}

/** `lists.keepWalk`: the checkpoint of a walk that has turned at the page stored last; no other page may come for a while. */
function keepWalk({ database }: MirrorWriteContext, input: { readonly list: MirrorList; readonly walk: string }): void {
  database.run('UPDATE list_state SET walk = @walk WHERE list = @list', input);
}

const numbers = z.record(z.string(), z.number());
const statusCheckSchema: z.ZodType<StatusCheck> = z.object({
  asOf: z.string(),
  matches: z.boolean(),
  api: numbers,
  mirror: numbers,
});

const CHECKS = { invoices: 'status-check', withdrawals: 'status-check/withdrawals' } as const;

/** `statusCheck.save`: keeps the latest comparison. */
function saveStatusCheck(
  { database }: MirrorWriteContext,
  { list, ...check }: StatusCheck & { readonly list: MirrorList },
): void {
  saveSnapshot(database, CHECKS[list], check.asOf, check);
}

function latestStatusCheck(
  { database }: MirrorReadContext,
  { list }: { readonly list: MirrorList },
): StatusCheck | null {
  const snapshot = readSnapshot(database, CHECKS[list]);
  if (snapshot === null) return null;
  const parsed = statusCheckSchema.safeParse(parseJson(snapshot.body, 'status check'));
  if (!parsed.success) throw new StoreError('corrupt', 'mirror', 'the stored status check cannot be read back');
  return parsed.data;
}

/**
 * `status.facts`: all that the status of a mirror is made of, in one question of one moment: it is asked again after each request, of which not every one
 * has changed anything.
 */
function statusFacts(context: MirrorReadContext): StatusFacts {
  return context.memo.status.get('status', () => ({
    lists: listStates(context),
    statuses: latestStatusCheck(context, { list: 'invoices' }),
    reread: rereadState(context),
    deliveries: deliveryCounts(context),
    invoices: invoiceCounts(context),
  }));
}

export const listStateReads = {
  'lists.state': listStates,
  'status.facts': statusFacts,
  'statusCheck.latest': latestStatusCheck,
} as const;

export const listStateWrites = {
  'lists.certify': certifyList,
  'lists.keepWalk': keepWalk,
  'statusCheck.save': saveStatusCheck,
} as const;
