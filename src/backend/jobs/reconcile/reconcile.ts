// Runs of the reconciliation: when the mirror has changed and rests, every hour without a change, at once after the books have changed, and when a
// person asks. What is found is an exception at once; what is not found any more is cleared at the end, and only as far as the run proves it.
import { type Failure, FailureError } from '../../../domain/kernel/failure/failure.ts';
import { isFields } from '../../../domain/kernel/fields.ts';
import type { FactList, FindingKind, FindingList } from '../../../domain/kernel/finding.ts';
import type { ReconcileRun } from '../../../domain/reconcile/exception.ts';
import { CERTIFICATES } from '../../../domain/profiles/profile.ts';
import type { ReportResults } from '../../../domain/exports/report-job.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import { isListingDisproof } from '../../../reconciliation/reconcile/contradictions.ts';
import type { DisproofAsked } from '../../books/reconcile/exceptions/disproved.ts';
import type { Unseen } from '../../books/reconcile/exceptions/observe.ts';
import { reconcileKey } from '../../books/profiles/profiles.ts';
import type { WalkedListState } from '../../mirror/kernel/answers.ts';
import { type JobContext, type MirrorKind, type Signal, throwIfClosing } from '../kernel/context.ts';
import { identsOfRecord } from '../ledger/entry-records.ts';
import { Rests } from '../kernel/rest.ts';
import type { Reports } from '../kernel/reports.ts';
import { keptPerProfile } from '../kernel/setting.ts';

/** The last run that came to its end; null before the first. What makes no sense counts as none. */
const LAST_RUN = keptPerProfile(reconcileKey, runIn);

function runIn(value: unknown): ReconcileRun | null {
  if (!isFields(value)) return null;
  const { at, invoices, withdrawals, findings } = value;
  const [invoicesCertificate, withdrawalsCertificate] = [
    value['invoicesCertificate'],
    value['withdrawalsCertificate'],
  ].map((word) => CERTIFICATES.find((known) => known === word));
  if (typeof at !== 'string' || invoicesCertificate === undefined || withdrawalsCertificate === undefined) return null;
  if (typeof invoices !== 'number' || typeof withdrawals !== 'number' || typeof findings !== 'number') return null;
  return { at, invoices, withdrawals, findings, invoicesCertificate, withdrawalsCertificate };
}

/** The mirror counts as settled when so long nothing of it has changed, milliseconds. */
const CALM_MS = 20_000;
/** A mirror that never settles is looked at all the same, so long after its first change, milliseconds. */
const LONGEST_WAIT_MS = 3 * 60_000;
/** Between two runs that nobody asked for, milliseconds; and of its time at most one part in so many. */
const LEAST_GAP_MS = 2 * 60_000;
const SHARE_OF_TIME = 20;
/** Where nothing changes a run comes all the same so long after the one before: what is still missing long after its time is found by time alone. */
const IDLE_MS = 60 * 60_000;

const FACTS: ReadonlySet<MirrorKind> = new Set<MirrorKind>(['invoices', 'withdrawals', 'deliveries']);

/** Findings that rest on deliveries: what cannot be read, or not be compared yet, disproves none of them. */
const TOLD_KINDS: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'credited-differs',
  'stale-receiver',
  'told-other-end',
  'delivery-missing',
  'delivery-twice',
]);

/** Findings that the merchant's own books lack a record. */
const GAP_KINDS: ReadonlySet<FindingKind> = new Set<FindingKind>(['missing-there', 'withdrawal-not-in-wallet']);

/** Which lists were certified before and after a run. */
type Certified = Readonly<Record<FactList, boolean>>;

const FIRST_FILL = 'The lists were not read to their end yet; the reconciliation begins when they were.';

interface Lists {
  readonly invoices: WalkedListState;
  readonly withdrawals: WalkedListState;
}

export interface ReconciliationParts {
  /** Holds the merchant's own books against the mirror, and hands over what stands otherwise now and what is found. */
  readonly match: (options: Parameters<Reports['run']>[1]) => Promise<ReportResults['match']>;
  /** Finds all there is to find in the records themselves, and hands it over as it is found. */
  readonly find: (options: Parameters<Reports['run']>[1]) => Promise<ReportResults['findings']>;
  /** Why nothing may be read from the mirror as this business's own, or null. */
  readonly bar: () => Failure | null;
  /** Writes down what has changed in closed periods, which is found like the rest. */
  readonly comparePrior: () => Promise<void>;
  /** What follows when a run has ended, whatever came of it. */
  readonly afterRun: () => Promise<void>;
}

export class Reconciliation {
  readonly #context: JobContext;
  readonly #parts: ReconciliationParts;
  #current: Promise<ReconcileRun> | null = null;
  /** The run after it, which somebody waits for. */
  #next: Promise<ReconcileRun> | null = null;
  /** The last that has a turn, however it ends. */
  #turn: Promise<unknown> = Promise.resolve();
  /** It looks at the facts: what changes from here on it may miss. */
  #isLooking = false;
  #loop: Promise<void> | null = null;
  readonly #rests: Rests;
  /** On the monotonic clock: since when something has changed that no run has seen, and when that was last so. */
  #due: { readonly since: number; readonly latest: number } | null = null;
  #notBefore = Number.NEGATIVE_INFINITY;
  /** On the same clock: when a run comes although nothing has changed. */
  #idleUntil = Number.POSITIVE_INFINITY;
  /** The last match had entries to look at: whoever shows them reads them again. */
  #hasEntries = false;
  /** A person waits: what is due is not put off. */
  #isUrgent = false;

  constructor(context: JobContext, parts: ReconciliationParts) {
    this.#context = context;
    this.#rests = new Rests(context);
    this.#parts = parts;
  }

  /** Begins; also with another mirror. */
  start(): void {
    this.#changed();
    this.#loop ??= this.#run();
  }

  /** Something was announced. */
  notice(signal: Signal): void {
    if (signal.kind === 'mirror' && signal.kinds.some((kind) => FACTS.has(kind))) this.#changed();
  }

  /**
   * The merchant's own books have changed, and a person waits for what comes of it: a run is due at once, after the one that is under way.
   * It begins by itself: without a key nothing is read from the API, and files are compared with what the mirror has all the same.
   */
  booksChanged(): void {
    this.#isUrgent = true;
    this.start();
    this.#rests.wake();
  }

  /**
   * A run over everything as it is now: the one that is under way when nothing has changed since it began, else one more after it. Rejects with
   * FailureError when the mirror cannot be judged.
   */
  run(): Promise<ReconcileRun> {
    this.#current ??= this.#toItsEnd();
    if (!this.#isLooking || this.#due === null) return this.#current;
    // Whoever else begins one then begins it after the change.
    const after = (): Promise<ReconcileRun> => {
      this.#next = null;
      return this.#current ?? this.run();
    };
    this.#next ??= this.#current.then(after, after);
    return this.#next;
  }

  /**
   * Work that no run may look at half done: after the run that is under way, which writes what it has found of the facts before, and before any other.
   * Rejects as the work does.
   */
  between<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** The last run that came to its end, and whether another one is due or under way. */
  async state(): Promise<{ readonly run: ReconcileRun | null; readonly isPending: boolean }> {
    const run = await LAST_RUN.read(this.#context);
    return { run, isPending: this.#current !== null || this.#due !== null };
  }

  /** Resolves when nothing is written any more, which is soon after the business closes. */
  async ended(): Promise<void> {
    await this.#loop;
    await this.#current?.catch(() => undefined);
  }

  async #toItsEnd(): Promise<ReconcileRun> {
    try {
      return await this.between(() => this.#reconcile());
    } finally {
      this.#current = null;
      this.#isLooking = false;
      this.#tell();
      await this.#parts.afterRun();
    }
  }

  async #run(): Promise<void> {
    const { closing, clock, log, profileId } = this.#context;
    while (!closing.aborted) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) {
        await this.#rests.rest(waitMs);
        continue;
      }
      const begun = clock.monotonic();
      try {
        await this.run();
      } catch (error) {
        // Nothing is gained by asking again at once.
        this.#isUrgent = false;
        if (!(error instanceof FailureError)) log.error('reconcile.broke', { profileId }, error);
        this.#changed();
      }
      const took = clock.monotonic() - begun;
      this.#notBefore = clock.monotonic() + Math.max(LEAST_GAP_MS, took * SHARE_OF_TIME);
      this.#idleUntil = clock.monotonic() + Math.max(IDLE_MS, took * SHARE_OF_TIME);
    }
  }

  /** Until a run is due; zero when it is. */
  #waitMs(): number {
    const now = this.#context.clock.monotonic();
    if (this.#due === null) return Math.min(IDLE_MS, Math.max(0, this.#idleUntil - now));
    if (this.#isUrgent) return 0;
    const settled = Math.min(this.#due.latest + CALM_MS, this.#due.since + LONGEST_WAIT_MS);
    return Math.max(0, Math.max(settled, this.#notBefore) - now);
  }

  #changed(): void {
    const now = this.#context.clock.monotonic();
    const isFirst = this.#due === null;
    this.#due = { since: this.#due?.since ?? now, latest: now };
    if (isFirst) this.#rests.wake();
  }

  async #reconcile(): Promise<ReconcileRun> {
    const { books, clock, ids, profileId, closing } = this.#context;
    const before = await this.#lists();
    if (before.invoices.asOf === null) throw new FailureError({ kind: 'unavailable-offline', detail: FIRST_FILL });
    // What changes from now on may be missed by this run.
    this.#due = null;
    this.#isLooking = true;
    this.#isUrgent = false;
    this.#tell();
    const [run, at] = [ids.uuid(), fromEpochMs(clock.now())];
    await books.write('exceptions.beginRun', { profileId, run });
    let seen = 0;
    const observe = async (findings: readonly unknown[]): Promise<void> => {
      throwIfClosing(this.#context);
      seen += (await books.write('exceptions.observe', { profileId, run, at, findings })).seen;
    };
    const onTaken = (count: number): void => void (seen += count);
    const matches = { into: { to: 'matches', profileId, run, at }, onTaken } as const;
    const matched = await this.#parts.match({ signal: closing, rows: matches });
    this.#hasEntries = matched.entries > 0;
    const findings = { into: { to: 'findings', profileId, run, at }, onTaken } as const;
    const { invoices, withdrawals } = await this.#parts.find({ signal: closing, rows: findings });
    await this.#parts.comparePrior();
    await this.#observePrior(observe);
    const after = await this.#lists();
    const certified = {
      invoices: before.invoices.certificate === 'certified' && after.invoices.certificate === 'certified',
      withdrawals: before.withdrawals.certificate === 'certified' && after.withdrawals.certificate === 'certified',
    };
    await this.#clear({ run, seen, at, certified });
    const done: ReconcileRun = {
      at,
      invoices,
      withdrawals,
      findings: seen,
      invoicesCertificate: certified.invoices ? 'certified' : worse(before.invoices, after.invoices),
      withdrawalsCertificate: certified.withdrawals ? 'certified' : worse(before.withdrawals, after.withdrawals),
    };
    await LAST_RUN.write(this.#context, done);
    return done;
  }

  /** Facts of closed periods that are other ones now: from the books, where each change was written down when it was seen. */
  async #observePrior(observe: (findings: readonly unknown[]) => Promise<void>): Promise<void> {
    const { books, profileId } = this.#context;
    for (let after: string | null = ''; after !== null; ) {
      const page: { readonly findings: readonly unknown[]; readonly next: string | null } = await books.read(
        'exceptions.prior',
        { profileId, after },
      );
      if (page.findings.length > 0) await observe(page.findings);
      after = page.next;
    }
  }

  async #clear(ended: {
    readonly run: string;
    readonly seen: number;
    readonly at: string;
    readonly certified: Certified;
  }): Promise<void> {
    const { books, profileId } = this.#context;
    const { run, seen, at, certified } = ended;
    for (let after: string | null = ''; after !== null; ) {
      throwIfClosing(this.#context);
      const unseen: readonly Unseen[] = await books.write('exceptions.unseen', { profileId, run, seen, after });
      after = unseen.at(-1)?.id ?? null;
      const isShown = ({ kind, list }: Unseen): boolean => kind === 'closed-fact-changed' || isProved(list, certified);
      const disproved = await this.#disproved(unseen.filter((one) => !isShown(one)));
      const proved = unseen.filter((one) => isShown(one) || disproved.has(one.id));
      const told = await this.#told(proved.filter(({ kind }) => TOLD_KINDS.has(kind)));
      const ids = proved.filter(({ id, kind }) => !TOLD_KINDS.has(kind) || told.has(id)).map(({ id }) => id);
      if (ids.length > 0) await books.write('exceptions.clear', { profileId, ids, at });
    }
  }

  /** Those among them that the merchant's own books show not to be so any more, for which no list has to be complete. */
  async #disproved(unseen: readonly Unseen[]): Promise<ReadonlySet<string>> {
    const { books, mirror, profileId } = this.#context;
    const asked: DisproofAsked[] = [];
    for (const { id, kind, list, recordUuid, isFoundOtherwise } of unseen) {
      if (isFoundOtherwise || (list !== 'entries' && !GAP_KINDS.has(kind))) continue;
      const idents = kind === 'withdrawal-not-in-wallet' ? await identsOfRecord(mirror, recordUuid) : [];
      asked.push({ id, idents });
    }
    const disproved = asked.length === 0 ? [] : await books.read('exceptions.disproved', { profileId, asked });
    return new Set([...disproved, ...unseen.filter(({ isFoundOtherwise }) => isFoundOtherwise).map(({ id }) => id)]);
  }

  /**
   * Those of invoices whose deliveries were read whole and say otherwise; of what was told also those whose deliveries can be held against the
   * record, or of which nothing was delivered.
   */
  async #told(unseen: readonly Unseen[]): Promise<ReadonlySet<string>> {
    if (unseen.length === 0) return new Set();
    const invoices = [...new Set(unseen.map(({ recordUuid }) => recordUuid))];
    const standings = await this.#context.mirror.read('tie.told', { invoices });
    const byInvoice = new Map(standings.map((standing) => [standing.invoiceUuid, standing]));
    const proved = unseen.filter(({ kind, recordUuid }) => {
      const standing = byInvoice.get(recordUuid);
      if (standing === undefined) return false;
      if (kind === 'delivery-missing' || kind === 'delivery-twice') return isListingDisproof(kind, standing);
      return standing.untold === null || standing.untold === 'nothing-delivered';
    });
    return new Set(proved.map(({ id }) => id));
  }

  /** Throws what keeps the mirror from being this business's own. */
  async #lists(): Promise<Lists> {
    const bar = this.#parts.bar();
    if (bar !== null) throw new FailureError(bar);
    return this.#context.mirror.read('lists.state', {});
  }

  #tell(): void {
    const { announce, profileId } = this.#context;
    announce({ kind: 'books', profileId, kinds: this.#hasEntries ? ['exceptions', 'entries'] : ['exceptions'] });
  }
}

/** What is said of an entry rests on both lists: of which one its source does not tell here. */
function isProved(list: FindingList, certified: Certified): boolean {
  return list === 'invoices' || list === 'withdrawals' ? certified[list] : certified.invoices && certified.withdrawals;
}

function worse(before: WalkedListState, after: WalkedListState): WalkedListState['certificate'] {
  return before.certificate === 'certified' ? after.certificate : before.certificate;
}
