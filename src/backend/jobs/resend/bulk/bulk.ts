// All runs of many resends of one business: how they begin, and what is told of them.
import type { ItemStanding, RunFilter, RunRow } from '../../../../domain/resend/bulk.ts';
import { FailureError } from '../../../../domain/kernel/failure/failure.ts';
import type { ReportedItem } from '../../../books/resend/bulk-items.ts';
import type { RunInclude } from '../../../books/resend/bulk.ts';
import { BulkPace } from './pace.ts';
import { BulkRunner } from './runner.ts';
import { type JobContext, nowOf } from '../../kernel/context.ts';
import type { Resender } from '../resend.ts';
import type { RunBar } from './item-runner.ts';
import { noSuchRun, Runs, type RunView } from './runs.ts';

export interface StartRun {
  readonly runId: string;
  readonly label: string;
  /** uuids in lower case, each once, in the order of their turns. */
  readonly invoices: readonly { readonly uuid: string; readonly externalId: string | null }[];
  readonly include: RunInclude;
}

/** As many as a screen shows. */
const MOST_LISTED = 200;

export class BulkRuns extends Runs {
  readonly pace: BulkPace;

  constructor(context: JobContext, resender: Pick<Resender, 'resend' | 'get'>, bar: () => RunBar) {
    const pace = new BulkPace(context);
    super(context, {
      kind: 'resend',
      prepare: () => pace.load(),
      estimate: (left) => pace.estimate(left),
      runner: (runId, told) => new BulkRunner({ context, resender, pace, bar, ...told }, runId),
    });
    this.pace = pace;
  }

  /** Begins a run, or answers with the one of that id. Throws `rejected` RUN_ALREADY_OPEN while another one is open. */
  async start(request: StartRun, by: string = this.context.osUser): Promise<RunView> {
    const { profileId, ids } = this.context;
    return this.begin({
      runId: request.runId,
      profileId,
      label: request.label,
      include: request.include,
      osUser: by,
      at: nowOf(this.context),
      items: request.invoices.map(({ uuid, externalId }) => ({
        invoiceUuid: uuid,
        externalId,
        intentId: ids.uuid(),
      })),
    });
  }

  /** Newest first, at most 200; how each stands, and what the mirror tells of its invoices. */
  async list(filter: RunFilter): Promise<readonly { readonly view: RunView; readonly row: RunRow }[]> {
    await this.pace.load();
    const { rows } = await this.context.mirror.read('resends.page', {
      filter,
      sort: [],
      offset: 0,
      limit: MOST_LISTED,
    });
    return rows.map((row) => ({ row, view: this.viewOf(row) }));
  }

  /** The items of a run in the order of their turns; throws `not-found`. */
  async report(query: {
    readonly runId: string;
    readonly standings: readonly ItemStanding[];
    readonly offset: number;
    readonly limit: number;
  }): Promise<{ readonly rows: readonly ReportedItem[]; readonly total: number }> {
    if ((await this.get(query.runId)) === null) throw new FailureError(noSuchRun(query.runId));
    return this.context.books.read('bulk.items', query);
  }
}
