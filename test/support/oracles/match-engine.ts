/** The matcher of the engine, asked in the words of its second reading (match.ts). Not here: the worlds that both are given. */
import {
  INVOICE_MARKS,
  type InvoicesToMatch,
  MONEY_STANDINGS,
  type WithdrawalToMatch,
} from '../../../src/domain/ledger/match.ts';
import type { Tolerances } from '../../../src/domain/ledger/import.ts';
import { OrderMatch } from '../../../src/reconciliation/ledger/orders.ts';
import type { Judged, Standings } from '../../../src/reconciliation/ledger/standings.ts';
import { invoiceMoney } from '../../../src/reconciliation/ledger/verdicts.ts';
import { WalletMatch } from '../../../src/reconciliation/ledger/wallet.ts';
import {
  type OracleInvoice,
  type OracleLine,
  type OracleOrder,
  type OraclePayout,
  type OracleStand,
  units,
} from './match.ts';

interface Run {
  readonly tolerances: Tolerances;
  readonly taken?: readonly string[];
}

function columns(invoices: readonly OracleInvoice[]): InvoicesToMatch {
  const adjusted = invoices.flatMap(({ actual }, place) => (actual === undefined ? [] : [[place, actual] as const]));
  return {
    uuids: invoices.map(({ uuid }) => uuid),
    externalIds: invoices.map(({ externalId }) => externalId),
    currencies: invoices.map(({ currency }) => currency),
    amounts: invoices.map(({ amount }) => amount),
    settledUsdt: invoices.map(({ settled }) => settled),
    marks: invoices.map(
      ({ status, actual, isGone, isCovered }) =>
        MONEY_STANDINGS.indexOf(invoiceMoney(status)) +
        (actual === undefined ? 0 : INVOICE_MARKS.adjusted) +
        (isGone ? INVOICE_MARKS.gone : 0) +
        (status === 'success' && !isGone && isCovered ? INVOICE_MARKS.owed : 0),
    ),
    actualFiat: new Map(adjusted),
  };
}

type AnyStandings = Pick<Standings<Judged>, 'entries' | 'at'>;

function standsOf(standings: AnyStandings): readonly OracleStand[] {
  return standings.entries.map((_entry, place) => {
    const { verdict, recordUuid } = standings.at(place);
    const { outcome, pass, against, delta } = verdict;
    return { outcome, pass, record: recordUuid, against, delta: delta === null ? null : units(delta) };
  });
}

/** The rows of the files as an import leaves them: what is there already is said again. */
function bring(files: readonly (readonly OracleOrder[])[], isDryRun: boolean, match: OrderMatch): void {
  const places = new Map<string, number>();
  const said: number[] = [];
  const fresh: OracleOrder[] = [];
  const tell = (place: number): void => {
    const order = fresh[place];
    if (order !== undefined) match.add(order, order.meaning, said[place] ?? 0);
  };
  for (const [at, file] of files.entries()) {
    const isLast = isDryRun && at === files.length - 1;
    if (isLast) for (const place of fresh.keys()) tell(place);
    const times = new Map<string, number>();
    for (const order of file) {
      const content = JSON.stringify(order);
      times.set(content, (times.get(content) ?? 0) + 1);
      const id = `${content} ${times.get(content)}`;
      const known = places.get(id);
      if (known === undefined) {
        places.set(id, fresh.length);
        fresh.push(order);
        said.push(at + 1);
        if (isLast) tell(fresh.length - 1);
      } else {
        said[known] = at + 1;
        if (isLast) match.sayAgain(known, order.ident, at + 1);
      }
    }
  }
  if (!isDryRun) for (const place of fresh.keys()) tell(place);
}

/** Where the entries of these files stand, and what none of them names. `taken`: invoices that the source has by hand. */
export function runOrders(
  files: readonly (readonly OracleOrder[])[],
  invoices: readonly OracleInvoice[],
  { tolerances, piece, isDryRun, taken }: Run & { readonly piece: number; readonly isDryRun: boolean },
) {
  const missingThere: string[] = [];
  const match = new OrderMatch({
    tolerances,
    taken: new Set(taken),
    onMissingThere: (uuid) => missingThere.push(uuid),
  });
  bring(files, isDryRun, match);
  for (let from = 0; from < invoices.length; from += piece)
    match.addInvoices(columns(invoices.slice(from, from + piece)));
  match.end();
  return { stands: standsOf(match.standings), missingThere: missingThere.toSorted() };
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Where the lines of a wallet stand. */
export function runWallet(
  lines: readonly OracleLine[],
  payouts: readonly OraclePayout[],
  { tolerances, taken }: Run,
): readonly OracleStand[] {
  const withdrawals = payouts.map(({ toSend, ms, ...payout }): WithdrawalToMatch => {
    return { ...payout, amountToSend: toSend, processedKey: isoOf(ms) };
  });
  const match = new WalletMatch({ tolerances, withdrawals, taken: new Set(taken) });
  for (const { ms, ...line } of lines) match.add({ ...line, at: isoOf(ms) });
  match.end();
  return standsOf(match.standings);
}
