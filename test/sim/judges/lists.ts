/**
 * The mirror against the world: a certificate is true of its own instant, nothing is invented, every row is what the API has told at the time that it carries,
 * and what has changed is in the log of changes. Not here: sums, which the whole engine answers (judges.ts).
 */
import { PASS_LIMIT } from '../../../src/backend/api/walk/walk.ts';
import { pauseForPageMs } from '../../../src/backend/jobs/sync/pace.ts';
import type { Files, OpenFile } from './files.ts';
import { numberOf, textOf } from './files.ts';
import { LISTS, type ListName, printOf, type Truth } from './truth.ts';
import { at, unitsOf, type Verdicts } from './verdicts.ts';

/** The service tells its time in whole seconds. */
const SECOND_MS = 1_000;
/** A pending invoice is compared once a minute, and orders end all the time. */
const SEEN_WITHIN_MS = 5 * 60_000;

/** One answer that there is no such record may be a stumble. */
const CONFIRMED_AFTER_MS = 29_000;

/** A page is stored within so long. */
const KEPT_AFTER_MS = 30_000;

/** Answers that cross each other are closer together than this. */
const OVERLAP_MS = 60_000;

/** Requests of a minute, and what a page of a world has at least. */
const [LIMIT, FEWEST_ON_A_PAGE] = [100, 7];

interface Row {
  readonly uuid: string;
  readonly print: string;
  readonly status: string;
  readonly asOf: string;
  readonly isGone: boolean;
}

export class ListJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #truth: Truth;
  /** What was judged last, by list. */
  readonly #judged = new Map<string, string>();
  /** What each row was at the last look, and whether the books may know of its changes since. */
  readonly #rows = new Map<string, Row>();
  /** Of which time each row was when it was last looked at. */
  readonly #ages = new Map<string, number>();
  /** Lists that were proved again since all trouble is over. */
  readonly #atWork = new Set<string>();
  /** When somebody in the place of the service said that there is no such record: the first and the latest time. */
  readonly #denied = new Map<string, { readonly first: number; latest: number }>();

  /** What the console can know of a loss. */
  #loss: 'none' | 'untold' | 'told' | 'hidden' = 'none';
  #lostAt = 0;
  /** Of the latest page of all invoices that arrived. */
  #total: number | null = null;

  constructor(verdicts: Verdicts, files: Files, truth: Truth) {
    this.#verdicts = verdicts;
    this.#files = files;
    this.#truth = truth;
  }

  /** Something of the business lies in the mirror. */
  hasRecords(): boolean {
    return this.#files.mirror((file) => file.all('SELECT 1 AS n FROM invoices LIMIT 1').length > 0) ?? false;
  }

  /** Somebody said that there is no such record. */
  denied(path: string): void {
    const uuid = /\/external\/(?:invoices|withdrawals)\/([^/?]+)$/.exec(path)?.[1];
    if (uuid === undefined) return;
    const now = this.#verdicts.now();
    const denied = this.#denied.get(uuid);
    if (denied === undefined) this.#denied.set(uuid, { first: now, latest: now });
    else denied.latest = now;
  }

  /** An invoice went, which the specification does not have: whoever counts is told so only by a page whose total is lower than that of the page before it. */
  lost(): void {
    this.#loss = 'untold';
  }

  /** Of all invoices, whatever their status. */
  totalHeard(total: number): void {
    const before = this.#total;
    this.#total = total;
    if (this.#loss !== 'untold') return;
    this.#loss = before !== null && total < before ? 'told' : 'hidden';
    this.#verdicts.journal.met(`a loss: ${this.#loss}`);
    this.#lostAt = this.#verdicts.now();
  }

  /** What was told of a loss may not be kept. */
  mayForget(): void {
    if (this.#loss === 'told' && this.#verdicts.now() < this.#lostAt + KEPT_AFTER_MS) this.#loss = 'hidden';
  }

  /** Other files lie there now: what was seen in those of before is not what these have seen. */
  forget(): void {
    if (this.#loss !== 'none') this.#loss = 'hidden';
    this.#ages.clear();
    this.#rows.clear();
    this.#judged.clear();
  }

  /** Of every verdict that was given since the last look. */
  look(): void {
    this.#files.mirror((file) => {
      for (const state of file.all('SELECT * FROM list_state')) {
        const list = LISTS.find((name) => name === state['list']);
        if (list === undefined || state['certificate'] !== 'certified') continue;
        const told = `${textOf(state, 'as_of')} ${numberOf(state, 'verdict_seen')} of ${numberOf(state, 'verdict_total')}`;
        if (this.#judged.get(list) === told) continue;
        this.#judged.set(list, told);
        this.#certificate(file, list, Date.parse(textOf(state, 'as_of')), told, numberOf(state, 'verdict_total'));
      }
    });
  }

  #certificate(file: OpenFile, list: ListName, asOf: number, told: string, total: number): void {
    if (!new RegExp(` ${total} of ${total}$`).test(told))
      this.#verdicts.violated(`certificate: ${list} are certified as of ${told}`);
    if (this.#loss === 'hidden') return;
    const here = uuidsIn(file, list);
    let least = 0;
    let most = 0;
    for (const [uuid, { from, until }] of this.#truth.lifetimes[list]) {
      const isThen = from <= asOf && until >= asOf + SECOND_MS;
      if (isThen) least += 1;
      if (from <= asOf + SECOND_MS && until >= asOf) most += 1;
      if (isThen && !here.has(uuid) && !this.#wasDenied(uuid))
        this.#verdicts.violated(
          `certificate: ${list} are certified as of ${told}, and ${uuid} was there and is not here`,
        );
    }
    if (total < least || total > most)
      this.#verdicts.violated(`certificate: ${list} are certified as of ${told}, and there were ${least} to ${most}`);
  }

  /** How many records have to be here: each that was there at the certificate's instant and still is, and each newer one that is in the mirror. */
  due(list: ListName, asOf: number): number {
    const here = this.#files.mirror((file) => uuidsIn(file, list)) ?? new Set();
    const there = [...this.#truth.lifetimes[list]].filter(([, { until }]) => until === Number.POSITIVE_INFINITY);
    return there.filter(([uuid, { from }]) => from <= asOf || here.has(uuid)).length;
  }

  /** How much later than others one is proved anew: a list that has lost records is walked whole each time, a tenth of the limit long. */
  restsMs(list: ListName): number {
    const sql = 'SELECT seen FROM list_state WHERE list = ? AND grow_only = 0';
    const seen = this.#files.mirror((file) => numberOf(file.all(sql, list)[0] ?? { seen: 0 }, 'seen')) ?? 0;
    return PASS_LIMIT * Math.ceil(seen / FEWEST_ON_A_PAGE) * pauseForPageMs(LIMIT);
  }

  /** Lists that are proved as of a time after this one are at work again. */
  atWork(sinceMs: number): void {
    this.#atWork.clear();
    this.#files.mirror((file) => {
      for (const state of file.all(`SELECT list, as_of FROM list_state WHERE certificate = 'certified'`))
        if (Date.parse(textOf(state, 'as_of')) >= sinceMs) this.#atWork.add(textOf(state, 'list'));
    });
  }

  /** Of each list that has been at work for minutes: what ended long enough ago stands here so. */
  known(): void {
    this.#files.mirror((file) => {
      for (const list of LISTS) {
        if (!this.#atWork.has(list)) continue;
        this.#verdicts.journal.met(`what ended was looked for between two checks: ${list}`);
        for (const row of rowsOf(file, list))
          this.#freshness(list, row, this.#truth.lifetimes[list].get(row.uuid)?.until ?? 0);
      }
    });
  }

  /** Every row. `isQuiet`: the console has had time to see all. */
  rows(isQuiet: boolean): void {
    this.#files.mirror((file) => {
      for (const list of LISTS) this.#list(file, list, isQuiet);
    });
  }

  /** What was credited for the successes that the mirror holds, by currency, in units (`unitsOf`). */
  settled(): readonly (readonly [string, bigint])[] {
    const sql = `SELECT currency, settled_amount_usdt AS settled FROM invoices WHERE status = 'success' AND settled_amount_usdt IS NOT NULL`;
    return (
      this.#files.mirror((file) =>
        file.all(sql).map((row) => [textOf(row, 'currency'), unitsOf(textOf(row, 'settled'))] as const),
      ) ?? []
    );
  }

  #list(file: OpenFile, list: ListName, isQuiet: boolean): void {
    const rows = rowsOf(file, list);
    const isCertified =
      textOf(file.all('SELECT certificate FROM list_state WHERE list = ?', list)[0], 'certificate') === 'certified';
    for (const row of rows) {
      const told = this.#truth.told.get(row.uuid);
      const lifetime = this.#truth.lifetimes[list].get(row.uuid);
      if (told === undefined || lifetime === undefined) {
        this.#verdicts.violated(`mirror: ${list} has ${row.uuid}, which nobody told of`);
        continue;
      }
      const second = Math.floor(Date.parse(row.asOf) / SECOND_MS) * SECOND_MS;
      if (!told.some(({ asOf, print }) => asOf === second && print === row.print))
        this.#verdicts.violated(
          `mirror: ${list} has ${row.uuid} as of ${row.asOf} as it was not told then: ${row.print}`,
        );
      this.#marks(list, row, lifetime.until, isQuiet && isCertified);
      this.#change(row);
      if (isQuiet && isCertified) this.#freshness(list, row, lifetime.until);
    }
  }

  #marks(list: ListName, row: Row, until: number, isCertified: boolean): void {
    const isThere = until === Number.POSITIVE_INFINITY;
    if (row.isGone && isThere && !this.#wasDenied(row.uuid))
      this.#verdicts.violated(`mirror: ${list} has ${row.uuid} as gone, and it is there`);
    const isLongAgo = until < this.#verdicts.now() - SEEN_WITHIN_MS;
    if (!row.isGone && isLongAgo && isCertified && this.#loss !== 'hidden')
      this.#verdicts.violated(`mirror: ${list} are certified with ${row.uuid}, which is gone since ${at(until)}`);
  }

  /** Was it called unknown twice, half a minute apart? */
  #wasDenied(uuid: string): boolean {
    const { first = 0, latest = 0 } = this.#denied.get(uuid) ?? {};
    return latest - first >= CONFIRMED_AFTER_MS;
  }

  /** A row never takes an answer that is older than its own, unless a clock was wrong by a minute or more. */
  ages(): void {
    const seen = this.#files.mirror((file) =>
      file.all(`SELECT uuid, as_of FROM invoices UNION ALL SELECT uuid, as_of FROM withdrawals
        UNION ALL SELECT 'the deliveries of ' || invoice_uuid AS uuid, read_at AS as_of FROM delivery_reads`),
    );
    for (const row of seen ?? []) {
      const [uuid, asOf] = [textOf(row, 'uuid'), Date.parse(textOf(row, 'as_of'))];
      const before = this.#ages.get(uuid) ?? asOf;
      this.#ages.set(uuid, asOf);
      if (asOf < before && asOf > before - OVERLAP_MS)
        this.#verdicts.violated(`mirror: ${uuid} was of ${at(before)} and is of ${at(asOf)}`);
    }
  }

  /** What has changed in a row that was known is in the books' log of changes. */
  #change(row: Row): void {
    const before = this.#rows.get(row.uuid);
    this.#rows.set(row.uuid, row);
    if (before === undefined || before.status === row.status) return;
    const { journal } = this.#verdicts;
    journal.met('a change was looked up in the log of changes');
    const sql = `SELECT after FROM observations WHERE record_uuid = ? AND field = 'status' ORDER BY id DESC LIMIT 1`;
    const known = this.#files.books((file) => textOf(file.all(sql, row.uuid)[0], 'after'));
    if (known !== row.status && known !== JSON.stringify(row.status))
      this.#verdicts.violated(
        `changes: ${row.uuid} is ${row.status} and was ${before.status}, and the log says ${known}`,
      );
  }

  /** The latest that was told of it long enough ago is what stands here. */
  #freshness(list: ListName, row: Row, until: number): void {
    if (list !== 'invoices' || until !== Number.POSITIVE_INFINITY) return;
    const changedAt = this.#truth.changedAt.get(row.uuid) ?? 0;
    if (changedAt > this.#verdicts.now() - SEEN_WITHIN_MS) return;
    const second = Math.floor(changedAt / SECOND_MS) * SECOND_MS;
    const status = this.#truth.statusOf(row.uuid);
    if (Date.parse(row.asOf) >= second || row.status === status) return;
    this.#verdicts.violated(`mirror: ${row.uuid} is ${row.status} here, and ${String(status)} since ${at(changedAt)}`);
  }
}

/** What is counted as here: what is not gone, and what could not be understood. */
function uuidsIn(file: OpenFile, list: ListName): ReadonlySet<string> {
  const sql = `SELECT uuid FROM ${list} WHERE missing_since IS NULL UNION SELECT uuid FROM quarantine WHERE list = ? AND missing_since IS NULL`;
  return new Set(file.all(sql, list).map((row) => textOf(row, 'uuid')));
}

function rowsOf(file: OpenFile, list: ListName): readonly Row[] {
  const record = list === 'invoices' ? '(SELECT record FROM invoice_records AS d WHERE d.id = r.id)' : 'record';
  return file.all(`SELECT uuid, status, as_of, missing_since, ${record} AS text FROM ${list} AS r`).map((cells) => ({
    uuid: textOf(cells, 'uuid'),
    status: textOf(cells, 'status'),
    asOf: textOf(cells, 'as_of'),
    isGone: cells['missing_since'] !== null,
    print: printOf(list, JSON.parse(textOf(cells, 'text'))),
  }));
}
