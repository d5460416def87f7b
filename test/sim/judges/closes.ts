/**
 * Closed periods: a close is whole, is what was told when it was locked, never moves, and follows the one before; one that supersedes another names it, and both
 * stay; and every later change of a record in one that holds is kept as an adjustment. The text is read as docs/close-format.md has it. Not here: which line of the statement a record belongs to.
 */
import { createHash } from 'node:crypto';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { Asked } from './asked.ts';
import { type Cells, type Files, numberOf, type OpenFile, textOf } from './files.ts';
import type { Truth } from './truth.ts';
import { unitsOf, type Verdicts } from './verdicts.ts';

const SECOND_MS = 1_000;
/** A row may have changed between the close and the look at it. */
const LOOKED_MS = 15_000;
/** An answer is waited for so long. */
const ANSWERED_MS = 30_000;

interface Fact {
  readonly list: string;
  readonly uuid: string;
  readonly line: string;
  readonly token: string;
  readonly amount: string;
  readonly status: string;
  readonly ended: string;
  readonly read: string;
}

interface KnownClose {
  readonly sha256: string;
  /** The id of the close that it has taken the place of; null: of none. */
  readonly supersedes: string | null;
  readonly from: string;
  readonly to: string;
  readonly facts: readonly Fact[];
}

export class CloseJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #asked: Asked;
  readonly #truth: Truth;
  readonly #closes = new Map<string, KnownClose>();
  /** When the machine woke last, and for how long it had slept. */
  #sleep = { until: Number.NEGATIVE_INFINITY, forMs: 0 };

  constructor(verdicts: Verdicts, files: Files, asked: Asked, truth: Truth) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#asked = asked;
    this.#truth = truth;
  }

  /** The machine slept until now: an answer that was on its way comes so much later than it was given. */
  slept(forMs: number): void {
    this.#sleep = { until: this.#verdicts.now(), forMs };
  }

  /** Older books lie there now. */
  forget(): void {
    this.#closes.clear();
  }

  /** What is told before a close: a certificate of before the end of its period is none for it. */
  readiness(told: unknown): void {
    const all = fieldOf(told, 'requirements');
    const [ended, ...certified] = ['period-ended', 'invoices-certified', 'withdrawals-certified'].map((name) =>
      Array.isArray(all) ? all.find((one: unknown) => fieldOf(one, 'requirement') === name) : undefined,
    );
    const timeOf = (one: unknown): number => Date.parse(String(fieldOf(one, 'at')));
    for (const one of certified)
      if (fieldOf(one, 'met') === true && !(timeOf(one) >= timeOf(ended)))
        this.#verdicts.violated('close: a certificate of before the end of its period is enough for it');
  }

  /** Closes that came since the last look; all of them at the end of a sitting. */
  look(isAll: boolean): void {
    this.#files.books((file) => {
      const rows = file.all('SELECT * FROM closes WHERE sha256 IS NOT NULL ORDER BY rowid');
      for (const row of rows) {
        const id = textOf(row, 'id');
        const known = this.#closes.get(id);
        if (known === undefined) this.#closes.set(id, this.#first(file, row));
        else if (known.sha256 !== row['sha256'] || (isAll && digestOf(file, id) !== known.sha256))
          this.#verdicts.violated(`close: ${id} is another one than it was`);
      }
      for (const id of this.#closes.keys())
        if (!rows.some((row) => row['id'] === id)) this.#verdicts.violated(`close: ${id} is gone`);
    });
  }

  #first(file: OpenFile, row: Cells): KnownClose {
    const [id, sha256] = [textOf(row, 'id'), textOf(row, 'sha256')];
    const { journal } = this.#verdicts;
    journal.met('a close was held against what was told');
    if (!this.#asked.closes.has(id)) this.#verdicts.violated(`close: ${id} is there, and nobody asked for it`);
    if (digestOf(file, id) !== sha256) this.#verdicts.violated(`close: the text of ${id} has another digest`);
    const lines = textIn(file, id)
      .split('\n')
      .map((line) => line.split('\t'));
    const named = (name: string): readonly string[] => lines.find(([first]) => first === name) ?? [];
    const supersedes = this.#place(id, row, named);
    const facts = lines.filter(([first]) => first === 'fact').map(factOf);
    const [, from = '', to = ''] = named('bounds');
    if (facts.length !== numberOf(row, 'facts') || facts.length !== Number(named('facts')[1]))
      this.#verdicts.violated(`close: ${id} has ${facts.length} facts and says ${numberOf(row, 'facts')}`);
    if (facts.length > 0) journal.met('a close has facts');
    for (const fact of facts) this.#wasTold(id, fact);
    this.#sums(id, lines, facts);
    this.#complete(file, { from, to, closedAt: Date.parse(named('closed')[1] ?? '') }, id, facts);
    const sql = `SELECT count(*) AS n FROM activity WHERE action IN ('close-period', 'supersede-close') AND json_extract(evidence, '$.id') = ?`;
    const logged = numberOf(file.all(sql, id)[0], 'n');
    if (logged !== 1) this.#verdicts.violated(`audit log: the close ${id} has ${logged} entries`);
    return { sha256, supersedes, from, to, facts };
  }

  /** It follows a close that ends where it begins, and takes the place of the one that held for its days, or of none. Answers that one's id. */
  #place(id: string, row: Cells, named: (name: string) => readonly string[]): string | null {
    const [, from = '', to = ''] = named('bounds');
    const others = [...this.#closes];
    const before = others
      .filter(([, close]) => Date.parse(close.to) === Date.parse(from))
      .map(([, { sha256 }]) => sha256);
    const [, previous = '\\N'] = named('previous');
    if (
      previous === '\\N'
        ? others.some(([, close]) => Date.parse(close.to) <= Date.parse(from))
        : !before.includes(previous)
    )
      this.#verdicts.violated(`close: ${id} does not follow the one before`);
    const held = others.find(([other, close]) => close.from === from && close.to === to && this.#holds(other));
    const [, superseded = '\\N'] = named('supersedes');
    if (superseded !== (held?.[1].sha256 ?? '\\N') || (row['supersedes'] ?? null) !== (held?.[0] ?? null))
      this.#verdicts.violated(`close: ${id} does not supersede what held for its days`);
    if (held !== undefined) this.#verdicts.journal.met('a close was superseded');
    return held?.[0] ?? null;
  }

  #holds(id: string): boolean {
    return [...this.#closes.values()].every(({ supersedes }) => supersedes !== id);
  }

  #wasTold(id: string, { list, uuid, amount, status, read }: Fact): void {
    const second = Math.floor(Date.parse(read) / SECOND_MS) * SECOND_MS;
    const name = list === 'invoices' ? 'settled_amount_usdt' : ' amount';
    const said = `${name}=${amount === '\\N' ? '-' : amount} `;
    const isTold = (this.#truth.told.get(uuid) ?? []).some(
      (told) => told.asOf === second && told.status === status && ` ${told.print} `.includes(said),
    );
    if (!isTold)
      this.#verdicts.violated(`close: ${id} says ${said}${status} of ${uuid} as of ${read}, which nobody told`);
  }

  #sums(id: string, lines: readonly (readonly string[])[], facts: readonly Fact[]): void {
    let token = '';
    for (const [name, first = '', count, sum = ''] of lines) {
      if (name === 'token') token = first;
      if (name !== 'line' || (first !== 'credits' && first !== 'withdrawals')) continue;
      const mine = facts.filter((fact) => fact.line === first && fact.token === token && fact.amount !== '\\N');
      const total = mine.reduce((all, { amount }) => all + unitsOf(amount), 0n);
      if (total !== unitsOf(sum) || mine.length !== Number(count))
        this.#verdicts.violated(`close: ${first} of ${token} in ${id} are not the sum of their facts`);
    }
  }

  /** What the mirror has of the period, and had before the close, is in it. */
  #complete(
    file: OpenFile,
    { from, to, closedAt }: { readonly from: string; readonly to: string; readonly closedAt: number },
    id: string,
    facts: readonly Fact[],
  ): void {
    const known = new Set(facts.map(({ uuid }) => uuid));
    const isAfterSleep = closedAt < this.#sleep.until + ANSWERED_MS && closedAt > this.#sleep.until - this.#sleep.forMs;
    const lateMs = LOOKED_MS + (isAfterSleep ? ANSWERED_MS + this.#sleep.forMs : 0);
    for (const row of this.#ofPeriod(from, to)) {
      const changedAt = Date.parse(textOf(row, 'last_changed_at'));
      if (known.has(textOf(row, 'uuid')) || !(changedAt < closedAt - lateMs)) continue;
      const before = `SELECT 1 AS n FROM prior_period_adjustments WHERE record_uuid = ?`;
      if (file.all(before, textOf(row, 'uuid')).length === 0)
        this.#verdicts.violated(`close: ${id} lacks ${textOf(row, 'uuid')}`);
    }
  }

  #ofPeriod(from: string, to: string): readonly Cells[] {
    const sql = `SELECT uuid, status, settled_amount_usdt, finished_at, last_changed_at, as_of FROM invoices
      WHERE status = 'success' AND settled_amount_usdt IS NOT NULL`;
    const [first, end] = [Date.parse(from), Date.parse(to)];
    const rows = this.#files.mirror((file) => file.all(sql)) ?? [];
    return rows.filter((row) => {
      const finished = Date.parse(textOf(row, 'finished_at'));
      return finished >= first && finished < end;
    });
  }

  /** Once the closed facts were compared with the mirror: what is another fact now is an adjustment, and so is what came to the period later. */
  adjustments(): void {
    this.#files.books((file) => {
      for (const [id, { facts, from, to }] of this.#closes) {
        // What has changed is in the facts of the close that took its place.
        if (!this.#holds(id)) continue;
        const closed = new Map(facts.filter(({ list }) => list === 'invoices').map((fact) => [fact.uuid, fact]));
        for (const row of this.#ofPeriod(from, to)) {
          const [uuid, amount] = [textOf(row, 'uuid'), textOf(row, 'settled_amount_usdt')];
          const fact = closed.get(uuid);
          const isSame = fact !== undefined && fact.amount !== '\\N' && unitsOf(fact.amount) === unitsOf(amount);
          const kept = file.all(
            `SELECT json_extract(after, '$.settled_amount_usdt') AS amount FROM prior_period_adjustments
              WHERE record_uuid = ? AND close_id = ? ORDER BY id`,
            uuid,
            id,
          );
          const last = textOf(kept.at(-1), 'amount');
          if (kept.length > 0) this.#verdicts.journal.met('an adjustment was held against the mirror');
          if (kept.length === 0 && isSame) continue;
          if (kept.length === 0 || last === '' || unitsOf(last) !== unitsOf(amount))
            this.#verdicts.violated(
              `close: ${uuid} of ${id} is ${amount} now, and the adjustments say ${last || 'nothing'}`,
            );
        }
      }
    });
  }
}

function factOf([
  ,
  list = '',
  uuid = '',
  line = '',
  token = '',
  amount = '',
  ,
  status = '',
  ,
  ended = '',
  read = '',
]: readonly string[]): Fact {
  return { list, uuid, line, token, amount, status, ended, read };
}

function textIn(file: OpenFile, id: string): string {
  const chunks = file.all('SELECT lines FROM close_chunks WHERE close_id = ? ORDER BY ordinal', id);
  return chunks.map((row) => textOf(row, 'lines')).join('');
}

function digestOf(file: OpenFile, id: string): string {
  return createHash('sha256').update(textIn(file, id)).digest('hex');
}
