/** What people have asked the console for, as it heard it: by this the world is judged, whoever the people are. Not here: what came of it. */
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { AnswerFrame } from '../../../src/contract/envelope.ts';

interface AskedResend {
  readonly invoiceUuid: string;
  readonly isConfirmed: boolean;
  /** The last time; world's time. */
  readonly askedAt: number;
  /** All who asked; null: the console's own user. */
  readonly by: ReadonlySet<string | null>;
}

export interface AskedRun {
  readonly invoices: ReadonlySet<string>;
  /** Of a file: the fields of each order, by its external_id. */
  readonly orders: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly isDeliveredToo: boolean;
  /** When it was last asked to stand still, and to go on; world's time. */
  stoppedAt: number;
  resumedAt: number;
}

export interface AskedImport {
  readonly sourceId: string;
  readonly text: string;
  undone: boolean;
}

export class Asked {
  /** Intents of resends with their invoice; `isConfirmed`: somebody has said yes. */
  readonly resends = new Map<string, AskedResend>();
  readonly runs = new Map<string, AskedRun>();
  readonly creates = new Map<string, Readonly<Record<string, unknown>>>();
  readonly imports = new Map<string, AskedImport>();
  readonly closes = new Set<string>();
  /** Profiles that may only read, since when; asked for, and answered. */
  readonly readOnlySince = new Map<string, number>();
  profileId: string | null = null;
  readonly #now: () => number;
  readonly #files = new Map<string, Buffer>();
  readonly #acted: () => void;

  /** `acted`: somebody wants something of the line now. */
  constructor(now: () => number, acted: () => void) {
    this.#now = now;
    this.#acted = acted;
  }

  /** Older books lie there now: what was taken back after them is there again, and whoever may only read is as they say. */
  booksPutBack(): void {
    for (const known of this.imports.values()) known.undone = false;
    this.readOnlySince.clear();
  }

  /** Before it is carried out. */
  ask(call: string, input: unknown, person: string | null): void {
    const text = (name: string): string => String(fieldOf(input, name));
    switch (call) {
      case 'deliveries.resend': {
        const known = this.resends.get(text('intentId'));
        const isConfirmed = fieldOf(input, 'confirmed') === true || known?.isConfirmed === true;
        const by = new Set([...(known?.by ?? []), person]);
        this.resends.set(text('intentId'), { invoiceUuid: text('invoiceUuid'), isConfirmed, askedAt: this.#now(), by });
        return;
      }
      case 'resends.start': {
        const invoices = fieldOf(input, 'invoices');
        if (this.runs.has(text('runId'))) return;
        this.runs.set(text('runId'), {
          invoices: new Set(Array.isArray(invoices) ? invoices.map(String) : []),
          orders: new Map(),
          isDeliveredToo: fieldOf(fieldOf(input, 'include'), 'delivered') === true,
          stoppedAt: Number.NEGATIVE_INFINITY,
          resumedAt: this.#now(),
        });
        return;
      }
      case 'orders.start':
        if (this.runs.has(text('runId'))) return;
        this.runs.set(text('runId'), {
          invoices: new Set(),
          orders: ordersOf(this.#files.get(text('fileId'))?.toString('utf8') ?? ''),
          isDeliveredToo: false,
          stoppedAt: Number.NEGATIVE_INFINITY,
          resumedAt: this.#now(),
        });
        return;
      case 'invoices.create':
        this.creates.set(text('intentId'), Object(input));
        return;
      case 'imports.run':
        if (this.imports.has(text('intentId'))) return;
        this.imports.set(text('intentId'), {
          sourceId: text('sourceId'),
          text: this.#files.get(text('fileId'))?.toString('utf8') ?? '',
          undone: false,
        });
        return;
      case 'periods.close':
        this.closes.add(text('intentId'));
        return;
      case 'jobs.resume': {
        const run = this.runs.get(text('id'));
        if (run !== undefined) run.resumedAt = this.#now();
        return;
      }
      case 'restored.decide': {
        const run = this.runs.get(text('id'));
        if (run !== undefined && fieldOf(input, 'decision') === 'continue') run.resumedAt = this.#now();
        return;
      }
      case 'profiles.update':
        // As soon as it is asked for: what was begun before that is on its way.
        if (fieldOf(input, 'readOnly') === false) this.readOnlySince.delete(text('id'));
        return;
      case 'profiles.setKey':
      case 'profiles.add':
      case 'sync.start':
        this.#acted();
    }
  }

  /** What it was told. */
  answer(call: string, input: unknown, answer: AnswerFrame | null): void {
    if (answer?.ok !== true) return;
    const text = (name: string): string => String(fieldOf(input, name));
    switch (call) {
      case 'profiles.add': {
        const id = fieldOf(answer.output, 'id');
        if (typeof id === 'string') this.profileId ??= id;
        return;
      }
      case 'files.open':
        this.#files.set(String(fieldOf(answer.output, 'fileId')), Buffer.alloc(0));
        return;
      case 'files.append': {
        const piece = Buffer.from(text('data'), 'base64');
        const before = this.#files.get(text('fileId')) ?? Buffer.alloc(0);
        this.#files.set(text('fileId'), Buffer.concat([before.subarray(0, Number(fieldOf(input, 'offset'))), piece]));
        return;
      }
      case 'jobs.cancel':
      case 'jobs.pause': {
        const run = this.runs.get(text('id'));
        if (run !== undefined) run.stoppedAt = this.#now();
        return;
      }
      case 'imports.undo': {
        const undone = this.imports.get(text('id'));
        if (undone !== undefined && fieldOf(answer.output, 'outcome') === 'undone') undone.undone = true;
        return;
      }
      case 'profiles.update':
        if (fieldOf(input, 'readOnly') === true) this.readOnlySince.set(text('id'), this.#now());
    }
  }
}

/** The orders of a file of people; of two under one external_id the first counts. */
function ordersOf(text: string): AskedRun['orders'] {
  const orders = new Map<string, Readonly<Record<string, unknown>>>();
  for (const line of text.split('\r\n').slice(1)) {
    const cells = /^(?:"((?:[^"]|"")*)"|([^",]*)),([^,]*),([^,]*),([^,]*)$/.exec(line);
    const [, quoted, plain, customer_id, amount, currency] = cells ?? [];
    // A cell is read without what stands around its text.
    const external_id = (quoted?.replaceAll('""', '"') ?? plain ?? '').trim();
    if (cells !== null && !orders.has(external_id))
      orders.set(external_id, { external_id, customer_id, amount, currency });
  }
  return orders;
}
