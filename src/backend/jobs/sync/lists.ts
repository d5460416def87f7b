// The two lists of the API that are walked, each bound to its endpoints and its place in the mirror.
import { failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { type Invoice, TERMINAL_STATUSES } from '../../../domain/records/invoice.ts';
import type { ListState } from '../../../domain/profiles/profile.ts';
import { FINAL_WITHDRAWAL_STATUSES, type Withdrawal } from '../../../domain/records/withdrawal.ts';
import type { ApiAnswer, CallOptions, ListPage } from '../../api/endpoints/calls.ts';
import type {
  ListCensus,
  ListMark,
  MirrorList,
  StoreInput,
  StoreResult,
  WalkedListState,
} from '../../mirror/kernel/answers.ts';
import type { JobContext } from '../kernel/context.ts';
import { type FetchOptions, fetchInvoice, fetchWithdrawal } from '../records/fetch.ts';

/** Records asked for per page: the API's maximum. */
export const PER_PAGE = 100;

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly status?: string | undefined;
}

/** What a walk stores beside the rows of its page, in the same transaction. */
export interface WalkMark {
  readonly pass: number | null;
  readonly checkpoint: string;
}

export interface StoredPage extends Omit<ListPage<never>, 'records' | 'quarantined'>, StoreResult {
  readonly uuids: ReadonlySet<string>;
  /** In the order of the page. */
  readonly createdAt: readonly (string | null)[];
  /** Items of the page, broken ones included. */
  readonly itemCount: number;
  /** Items without a readable uuid. */
  readonly unreadable: number;
  readonly serverTime: string;
  /** What the mirror held when the request went out. */
  readonly known: ListMark;
}

export type ListVerdict = ListState & { readonly growOnly: boolean; readonly walk: null };

export interface MirroredList {
  readonly name: MirrorList;
  /** The statuses that a record does not leave: each of these lists only grows. */
  readonly finals: readonly string[];
  readPage(query: ListQuery, options: FetchOptions, mark?: WalkMark): Promise<Result<StoredPage>>;
  /** `missing`: the API does not know it now; the row is marked at the second such answer (fetch.ts). */
  readOne(uuid: string, options: FetchOptions): Promise<Result<'read' | 'missing'>>;
  state(): Promise<WalkedListState>;
  census(): Promise<ListCensus>;
  certify(verdict: ListVerdict): Promise<void>;
  /** Keeps what a walk has found out at the page that was stored last. */
  keepWalk(checkpoint: string): Promise<void>;
}

/** All invoices: the unfiltered list only grows, which the certificate rests on. */
export function invoiceList(context: JobContext): MirroredList {
  const { client, mirror } = context;
  return mirroredList<Invoice>(context, {
    name: 'invoices',
    finals: TERMINAL_STATUSES,
    list: (query, options) => client.listInvoices(query, options),
    store: (page) => mirror.write('invoices.store', page),
    read: (uuid, options) => fetchInvoice(context, uuid, options),
  });
}

/** All withdrawals. */
export function withdrawalList(context: JobContext): MirroredList {
  const { client, mirror } = context;
  return mirroredList<Withdrawal>(context, {
    name: 'withdrawals',
    finals: FINAL_WITHDRAWAL_STATUSES,
    list: (query, options) => client.listWithdrawals(query, options),
    store: (page) => mirror.write('withdrawals.store', page),
    read: (uuid, options) => fetchWithdrawal(context, uuid, options),
  });
}

interface Endpoints<Row> {
  readonly name: MirrorList;
  readonly finals: readonly string[];
  list(query: ListQuery, options: CallOptions): Promise<Result<ApiAnswer<ListPage<Row>>>>;
  store(page: StoreInput<Row>): Promise<StoreResult>;
  read(uuid: string, options: FetchOptions): Promise<Result<unknown>>;
}

function mirroredList<Row extends { readonly uuid: string; readonly created_at: string | null }>(
  context: JobContext,
  endpoints: Endpoints<Row>,
): MirroredList {
  const { mirror } = context;
  const { name, finals } = endpoints;
  return {
    name,
    finals,
    async readPage(query, options, mark) {
      // Only what was stored before the request goes out may be held against its total (api/walk/walk). Its turn may be a while off, and
      // each try is a request of its own.
      const { status } = query;
      const seen: { known?: ListMark } = {};
      const beforeSend = async (): Promise<void> => {
        seen.known = await mirror.read('lists.mark', { list: name, status });
      };
      const answer = await endpoints.list(query, { ...options, beforeSend });
      if (!answer.ok) return answer;
      const { known } = seen;
      if (known === undefined) throw new Error('a page was answered that was never asked for');
      const { value: page, serverTime } = answer.value;
      const { records, quarantined, ...numbers } = page;
      const stored = await endpoints.store({
        records,
        quarantined,
        asOf: serverTime,
        source: query.status === undefined ? name : `${name}?status=${query.status}`,
        pass: mark?.pass ?? null,
        walk: mark?.checkpoint,
        // Outside of walks a total is no evidence: the next walk compares with the last one's.
        totalItems: mark === undefined ? undefined : page.totalItems,
        known,
        status,
      });
      // A walk announces by itself, with its progress.
      if (mark === undefined && stored.fresh + stored.changed > 0) {
        context.announce({ kind: 'mirror', profileId: context.profileId, kinds: [name] });
      }
      return success({
        ...numbers,
        ...stored,
        known,
        uuids: new Set(records.map(({ uuid }) => uuid)),
        createdAt: records.map(({ created_at }) => created_at),
        itemCount: records.length + quarantined.length,
        unreadable: quarantined.filter(({ uuid }) => uuid === null).length,
        serverTime,
      });
    },
    async readOne(uuid, options) {
      const read = await endpoints.read(uuid, options);
      if (read.ok) return success('read');
      return read.failure.kind === 'not-found' ? success('missing') : failed(read.failure);
    },
    state: async () => (await mirror.read('lists.state', {}))[name],
    census: () => mirror.read('lists.census', { list: name }),
    certify: async (verdict) => {
      await mirror.write('lists.certify', { ...verdict, list: name });
    },
    keepWalk: async (walk) => {
      await mirror.write('lists.keepWalk', { list: name, walk });
    },
  };
}
