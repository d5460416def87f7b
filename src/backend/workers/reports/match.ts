// Holds every entry of the merchant's books against the mirror, source by source.
import { isCovered } from '../../../domain/ledger/covered-time.ts';
import type { EntryStanding, MatchOutcome, SourceKind } from '../../../domain/ledger/entry.ts';
import type { FactList, Finding } from '../../../domain/kernel/finding.ts';
import type { MatchedRecord, StoredEntry, WithdrawalToMatch } from '../../../domain/ledger/match.ts';
import type { Certificate } from '../../../domain/profiles/profile.ts';
import type { Matched, MatchJob, MatchRow } from '../../../domain/exports/report-job.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { hashOf } from '../../../domain/ledger/wallet-ids.ts';
import { findingOfEntry, findingOfGap, isFinding } from '../../../reconciliation/ledger/findings.ts';
import { type MatchedWallet, walletGaps } from '../../../reconciliation/ledger/gaps.ts';
import { type Hint, OtherSpellings, Unread, UnreadRows } from '../../../reconciliation/ledger/hints.ts';
import { hintOfParts } from '../../../reconciliation/ledger/parts.ts';
import type { Stand } from '../../../reconciliation/ledger/standings.ts';
import {
  eachEntryToMatch,
  handMatchesToMatch,
  type SourceToMatch,
  sourcesToMatch,
  unreadRows,
} from '../../books/ledger/entries/to-match.ts';
import { eachInvoiceIdent, withdrawalsToMatch } from '../../mirror/ledger/match-facts.ts';
import { certificateOf, matchedRecord, unreadRecords } from '../../mirror/ledger/match-records.ts';
import { Batches } from '../threads/batches.ts';
import type { JobControl } from '../exports/pace.ts';
import { assertWanted, OrderSource, type SourceMatch, WalletSource } from './match-source.ts';
import type { ReportContext } from './context.ts';

/** Entries between two looks at whether the job is still wanted. */
const STRIDE = 2000;

/** One pass over all sources. Throws FailureError `cancelled`. */
export function matchReport(context: ReportContext, { profileId }: MatchJob, control: JobControl): Matched {
  const sources = sourcesToMatch(context.books.database, profileId);
  const run = new MatchRun(context, profileId, control, sources);
  for (const [done, source] of sources.entries()) {
    control.report({ done, total: sources.length });
    if (source.kind === 'orders') run.matchOrders(source);
    else run.matchWallet(source);
  }
  return run.end();
}

/** What is said beside what is found in an entry. */
type HintOf = (entry: StoredEntry, stand: Stand) => Hint | null;

class MatchRun {
  readonly #context: ReportContext;
  readonly #profileId: string;
  readonly #control: JobControl;
  readonly #batches: Batches<MatchRow>;
  /** The order ledgers that an invoice is missing in. */
  readonly #missingThere = new Map<string, SourceToMatch[]>();
  /** Invoices that entries name, where there is more than one order ledger. */
  readonly #named: Set<string> | null;
  readonly #spellings = new OtherSpellings();
  readonly #wallets: MatchedWallet[] = [];
  #withdrawals: readonly WithdrawalToMatch[] | null = null;
  readonly #counts = { entries: 0, changed: 0, findings: 0 };

  constructor(context: ReportContext, profileId: string, control: JobControl, sources: readonly SourceToMatch[]) {
    this.#context = context;
    this.#profileId = profileId;
    this.#control = control;
    this.#named = sources.filter(({ kind }) => kind === 'orders').length > 1 ? new Set() : null;
    this.#batches = new Batches<MatchRow>(control);
  }

  matchOrders(source: SourceToMatch): void {
    const handMatches = this.#handMatches(source);
    const match = new OrderSource({
      mirror: this.#context.mirror.database,
      tolerances: source.tolerances,
      handMatches,
      covers: source.covers,
      onMissingThere: (uuid) => this.#missThere(uuid, source),
    });
    for (const { records } of handMatches) for (const uuid of records) this.#named?.add(uuid);
    this.#judge(source, match);
    this.#lookForSpellings(match);
    const unread = new Unread(unreadRecords(this.#context.mirror.database, 'invoices'), (ident) => ident);
    const whole = match.whole();
    this.#tell(source, match, 'invoices', ({ ident }, { verdict, recordUuid }) => {
      if (verdict.outcome !== 'missing-here') return hintOfParts(whole, recordUuid);
      return ident === null ? null : (this.#spellings.of(ident) ?? unread.of(ident));
    });
  }

  matchWallet(source: SourceToMatch): void {
    const { database } = this.#context.mirror;
    this.#withdrawals ??= withdrawalsToMatch(database);
    const match = new WalletSource({
      mirror: database,
      tolerances: source.tolerances,
      handMatches: this.#handMatches(source),
      withdrawals: this.#withdrawals,
    });
    this.#judge(source, match);
    this.#wallets.push(match.matched(source.name, source.covers));
    const unread = new Unread(unreadRecords(database, 'withdrawals'), hashOf);
    this.#tell(source, match, 'withdrawals', ({ ident }, { verdict }) =>
      verdict.outcome === 'missing-here' ? unread.of(hashOf(ident)) : null,
    );
  }

  /** What no source's entries tell: records that are missing in them. */
  end(): Matched {
    this.#tellMissingThere();
    const hashes = new Map((this.#withdrawals ?? []).map(({ uuid, txHash }) => [uuid, txHash]));
    const unread = this.#unreadRows('wallet', hashOf);
    for (const { uuid, sources } of walletGaps(this.#withdrawals ?? [], this.#wallets)) {
      const record = matchedRecord(this.#context.mirror.database, 'withdrawals', uuid);
      if (record !== null) this.#tellGap(record, sources, unread.of([hashes.get(uuid) ?? null]));
    }
    this.#batches.end();
    return this.#counts;
  }

  /** What another ledger has is only missing in those of which a person has said that they are complete for its day. */
  #tellMissingThere(): void {
    const unread = this.#unreadRows('orders', (ident) => ident.trim().toLowerCase());
    for (const [uuid, sources] of this.#missingThere) {
      const isNamed = this.#named?.has(uuid) === true;
      if (isNamed && sources.every(({ coversSaid }) => coversSaid.length === 0)) continue;
      const record = matchedRecord(this.#context.mirror.database, 'invoices', uuid);
      if (record === null) continue;
      const key = instantKey(record.at ?? '');
      const lacking = isNamed
        ? sources.filter(({ coversSaid }) => key !== null && isCovered(coversSaid, key))
        : sources;
      if (lacking.length === 0) continue;
      const names = lacking.map(({ name }) => name);
      this.#tellGap(record, names, unread.of([record.ident, uuid]) ?? this.#spellings.ofRecord(uuid));
    }
  }

  #unreadRows(kind: SourceKind, keyOf: (ident: string) => string | null): UnreadRows {
    return new UnreadRows(unreadRows(this.#context.books.database, { profileId: this.#profileId, kind }), keyOf);
  }

  #handMatches({ id }: SourceToMatch) {
    return handMatchesToMatch(this.#context.books.database, { profileId: this.#profileId, sourceId: id });
  }

  #entries({ id }: SourceToMatch): IterableIterator<StoredEntry> {
    return eachEntryToMatch(this.#context.books.database, { profileId: this.#profileId, sourceId: id });
  }

  #missThere(uuid: string, source: SourceToMatch): void {
    const sources = this.#missingThere.get(uuid);
    if (sources === undefined) this.#missingThere.set(uuid, [source]);
    else sources.push(source);
  }

  #judge(source: SourceToMatch, match: SourceMatch): void {
    const meanings = new Map(source.imports.map(({ seq, amountMeaning }) => [seq, amountMeaning]));
    for (const entry of this.#entries(source)) {
      if (match.size % STRIDE === 0) assertWanted(this.#control);
      match.addStored(entry, meanings.get(entry.importSeq) ?? 'ordered');
    }
    match.judge(this.#control);
  }

  /** Orders that no invoice has, against the ids of all invoices: only when there are any. */
  #lookForSpellings(match: OrderSource): void {
    for (const ident of match.missingHere()) this.#spellings.want(ident);
    if (this.#spellings.isEmpty) return;
    for (const invoices of eachInvoiceIdent(this.#context.mirror.database)) {
      assertWanted(this.#control);
      this.#spellings.look(invoices);
    }
  }

  /** Hands over what has changed and what is found. */
  #tell(source: SourceToMatch, match: SourceMatch, list: FactList, hintOf: HintOf): void {
    const { database } = this.#context.mirror;
    const certificate = certificateOf(database, list);
    const fileNames = new Map(source.imports.map(({ seq, fileName }) => [seq, fileName]));
    let place = 0;
    for (const entry of this.#entries(source)) {
      const stand = match.stand(place);
      const isFound = match.isFound(place);
      place += 1;
      if (list === 'invoices' && stand.recordUuid !== null) this.#named?.add(stand.recordUuid);
      if (isUnproved(stand, certificate)) continue;
      const { recordUuid, verdict } = stand;
      if (!isSame(entry, stand)) this.#tellStanding(entry, stand);
      if (!isFound || !isFinding(verdict.outcome)) continue;
      const finding = findingOfEntry({
        source,
        fileName: fileNames.get(entry.importSeq) ?? '',
        entry,
        standing: standingOf(stand),
        record: recordUuid === null ? null : matchedRecord(database, list, recordUuid),
        hint: hintOf(entry, stand),
        certificate,
      });
      if (finding !== null) this.#tellFinding(finding);
    }
    this.#counts.entries += place;
  }

  #tellStanding({ importSeq, line, id }: StoredEntry, stand: Stand): void {
    this.#counts.changed += 1;
    this.#batches.add([{ is: 'standing', importSeq, line, entryId: id, ...standingOf(stand) }]);
  }

  #tellFinding(finding: Finding): void {
    this.#counts.findings += 1;
    this.#batches.add([{ is: 'finding', finding }]);
  }

  #tellGap(record: MatchedRecord, sources: readonly string[], hint: Hint | null): void {
    this.#tellFinding(findingOfGap(record, sources, hint));
  }
}

/** Nothing here, and here is not all of it. A record that is here and was declined is here. */
function isUnproved({ verdict, recordUuid }: Stand, certificate: Certificate): boolean {
  return verdict.outcome === 'missing-here' && recordUuid === null && certificate === 'incomplete';
}

function standingOf({ verdict, recordUuid }: Stand): EntryStanding & { readonly outcome: MatchOutcome } {
  const { outcome, pass, against, delta } = verdict;
  return { outcome, pass, recordUuid, against, delta };
}

function isSame(entry: StoredEntry, { verdict, recordUuid }: Stand): boolean {
  return (
    entry.outcome === verdict.outcome &&
    entry.pass === verdict.pass &&
    entry.recordUuid === recordUuid &&
    entry.against === verdict.against &&
    entry.delta === verdict.delta
  );
}
