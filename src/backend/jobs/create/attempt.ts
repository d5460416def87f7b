// One create on its way, each step of it in the books before anything follows from it.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import { type Order, orderBody, orderDifferences } from '../../../domain/create/order.ts';
import { ageOf, clocksAgreeSince, type Moment, momentAt, momentOf } from '../../../domain/sync/reading-age.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { ActivityInput } from '../../books/kernel/activity.ts';
import type { Lane } from '../../api/endpoints/calls.ts';
import type { CreateIntent, OrderOrigin } from '../../books/create/creates.ts';
import { deedOf, type JobContext, nowOf } from '../kernel/context.ts';
import type { CreateOutcome, CreateReport } from './parts.ts';

/** created_at and Date come from one server but perhaps not from one clock. */
const SERVER_TOLERANCE_MS = 5_000;

export class CreateAttempt {
  readonly intentId: string;
  readonly order: Order;
  readonly recreatedFrom: OrderOrigin | null;
  /** Some send may have been applied although no answer said so. */
  ambiguous = false;
  /** The API may have it, also because an answer said so that could not be written down. */
  mayExist = false;
  armed = false;
  /** When it was to be armed, as long as nobody has heard whether it is. */
  #unheardAt: string | null = null;
  ended = false;
  /** Beside which other requests it goes; those of a run leave the shop its reserve, and are not read once more for the mirror. */
  lane: Lane = 'click';
  /** In whose name it is made; the console's own where nobody is named. */
  by: string;
  /** Ends its waiting for a turn. */
  signal: AbortSignal;
  readonly #context: JobContext;
  /** When the first send was, to tell a new invoice from an old one. Null where the clock has been set back to before it since: nobody knows how long ago. */
  readonly #firstSentAt: Moment | null;
  /** The same by the server's own clock at the least, milliseconds, which no clock of ours can change any more; null where that is not known. */
  #sentAtServerMs: number | null;
  /** When this run sent it before any answer had told the server's time: the first that does tells that of the sending too. */
  #untoldAt: Moment | null = null;
  /** It was at that time, as far as this run can tell; nobody knows more of one that was sent by an earlier run. */
  #isSentThen = true;

  /** `earlier`: when an earlier run began and sent it; what it made then is its own, not an older invoice. */
  constructor(
    context: JobContext,
    intentId: string,
    order: Order,
    recreatedFrom: OrderOrigin | null,
    earlier: Pick<CreateIntent, 'armedAt' | 'sentAtServerMs'> | null = null,
  ) {
    const { clock } = context;
    this.#context = context;
    this.signal = context.closing;
    this.by = context.osUser;
    this.intentId = intentId;
    this.order = order;
    this.recreatedFrom = recreatedFrom;
    const sentMs = toEpochMs(earlier?.armedAt ?? '') ?? clock.now();
    this.#firstSentAt = sentMs > clock.now() ? null : momentAt(sentMs, clock);
    this.#sentAtServerMs = earlier?.sentAtServerMs ?? null;
  }

  /** Commits the order; nothing has been sent. */
  async arm(): Promise<
    { readonly kind: 'armed' } | { readonly kind: 'exists'; readonly intent: CreateIntent } | Taken
  > {
    const { books, profileId } = this.#context;
    const { intentId, order, recreatedFrom } = this;
    const at = nowOf(this.#context);
    this.#unheardAt = at;
    const prepared = await books.write('creates.prepare', {
      intentId,
      profileId,
      externalId: order.external_id,
      body: orderBody(order),
      recreatedFrom,
      askedBy: this.by,
      at,
    });
    this.#unheardAt = null;
    this.armed = prepared.kind === 'armed';
    return prepared;
  }

  /** It is armed, or nobody heard whether it is. */
  get mayBeArmed(): boolean {
    return this.armed || this.#unheardAt !== null;
  }

  /** Asks the books where nobody heard; what was armed at another time under the same id is another one. */
  async isArmed(): Promise<boolean> {
    if (this.#unheardAt === null) return this.armed;
    const known = await this.#context.books.read('creates.get', { intentId: this.intentId });
    this.armed = known?.state === 'armed' && known.armedAt === this.#unheardAt;
    this.#unheardAt = null;
    return this.armed;
  }

  /** Notes that a request may be on its way, or that its fate is being found out. */
  async note(state: 'inflight' | 'resolving'): Promise<void> {
    // Whatever was sent before came to nothing as long as nothing may exist.
    if (state === 'inflight' && !this.mayExist) {
      const told = this.#context.serverTold();
      this.#sentAtServerMs = told?.leastMs ?? null;
      this.#isSentThen = told?.isExact === true;
      this.#untoldAt = told === null ? momentOf(this.#context.clock) : null;
    }
    await this.#advance(state, 'unknown', null, null);
  }

  /** The named end, in the books and in the activity log. */
  async end(outcome: CreateOutcome, invoice: Invoice | null, failure: Failure | null): Promise<CreateReport> {
    const { profileId, announce } = this.#context;
    const { order, recreatedFrom } = this;
    await this.#advance('ended', outcome, invoice, failure, {
      ...deedOf(this.#context, this.by),
      action: 'create-invoice',
      summary: `Create the invoice ${order.external_id} over ${order.amount} ${order.currency}`,
      outcome,
      evidence: { body: orderBody(order), uuid: invoice?.uuid ?? null, recreatedFrom: recreatedFrom?.uuid ?? null },
    });
    this.ended = true;
    if (invoice !== null) announce({ kind: 'mirror', profileId, kinds: ['invoices'] });
    return this.report(outcome, invoice, failure);
  }

  report(outcome: CreateOutcome, invoice: Invoice | null, failure: Failure | null): CreateReport {
    const differences = invoice === null ? [] : orderDifferences(this.order, invoice);
    return { intentId: this.intentId, outcome, invoice, differences, failure };
  }

  /**
   * True when the invoice is as young as our request. Neither 200 nor 201 says whether an invoice is new (the specification leaves
   * the status of a repeat open), so its age on the server's own clock decides: by the server's time of sending, or by how long ago that was
   * for us; `otherwise` where that cannot be told: `serverTime` is null when the server did not say its time, and ours says nothing about its clock.
   * Of an earlier run's request, whose age a clock set back has taken away, what is found is ours: the request left, and nobody else is known to
   * have made the order.
   */
  isYoung(invoice: Invoice, serverTime: string | null, otherwise: boolean): boolean {
    const createdAt = toEpochMs(invoice.created_at);
    if (createdAt !== null && this.#sentAtServerMs !== null && this.#isSentThen)
      return createdAt >= this.#sentAtServerMs - SERVER_TOLERANCE_MS;
    const serverNow = serverTime === null ? null : toEpochMs(serverTime);
    if (createdAt === null || serverNow === null) return otherwise;
    if (this.#firstSentAt === null) return true;
    const sentAtServer = serverNow - ageOf(this.#firstSentAt, this.#context.clock);
    return createdAt >= sentAtServer - SERVER_TOLERANCE_MS;
  }

  /** Only where no clock was set since, and the machine did not sleep: a later run takes what is kept for exact. */
  #learnWhenSent(): void {
    const told = this.#context.serverTold();
    if (this.#untoldAt === null || told?.isExact !== true) return;
    const { clock } = this.#context;
    const sentAt = this.#untoldAt;
    this.#untoldAt = null;
    if (!clocksAgreeSince(sentAt, clock)) return;
    this.#sentAtServerMs = Math.trunc(told.leastMs - (clock.monotonic() - sentAt.steadyMs));
    this.#isSentThen = true;
  }

  async #advance(
    state: CreateIntent['state'],
    outcome: CreateOutcome,
    invoice: Invoice | null,
    failure: Failure | null,
    entry?: ActivityInput,
  ): Promise<void> {
    this.#learnWhenSent();
    await this.#context.books.write('creates.advance', {
      intentId: this.intentId,
      state,
      outcome,
      invoiceUuid: invoice?.uuid,
      paymentUrl: invoice?.payment_url ?? undefined,
      differences: invoice === null ? [] : orderDifferences(this.order, invoice).map(({ field }) => field),
      failure,
      sentAtServerMs: this.#sentAtServerMs,
      at: nowOf(this.#context),
      entry,
    });
  }
}

/** Another intent has the external_id under way; `profile` names another profile that has it. */
interface Taken {
  readonly kind: 'open-other';
  readonly intentId: string;
  readonly profile: string | null;
}
