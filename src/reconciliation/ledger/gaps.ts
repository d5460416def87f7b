// Withdrawals that no wallet has which should (MATCH-24).
import { type CoveredTime, isCovered, mergedTimes } from '../../domain/ledger/covered-time.ts';
import type { WithdrawalToMatch } from '../../domain/ledger/match.ts';
import { homeOf } from '../../domain/ledger/wallet-ids.ts';
import { withdrawalMoney } from './verdicts.ts';

export interface MatchedWallet {
  readonly name: string;
  readonly covers: readonly CoveredTime[];
  /** The addresses at which money came in by its lines; none: it does not say. */
  readonly homes: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

/** Every withdrawal that is missing, and the names of the wallets that it is missing in. */
export function walletGaps(
  withdrawals: readonly WithdrawalToMatch[],
  wallets: readonly MatchedWallet[],
): readonly { readonly uuid: string; readonly sources: readonly string[] }[] {
  const claiming = wallets.map((wallet) => ({ ...wallet, covers: mergedTimes(wallet.covers) }));
  return withdrawals.flatMap((withdrawal) => {
    const sources = missingIn(withdrawal, claiming).map(({ name }) => name);
    return sources.length === 0 ? [] : [{ uuid: withdrawal.uuid, sources }];
  });
}

function missingIn(withdrawal: WithdrawalToMatch, wallets: readonly MatchedWallet[]): readonly MatchedWallet[] {
  const { uuid, status, processedKey, isGone, address } = withdrawal;
  if (withdrawalMoney(status) !== 'paid' || isGone || processedKey === null) return [];
  if (wallets.some(({ found }) => found.has(uuid))) return [];
  const claiming = wallets.filter(({ covers }) => isCovered(covers, processedKey));
  const home = homeOf(address);
  if (home === null || !wallets.some(({ homes }) => homes.has(home))) return claiming;
  return claiming.filter(({ homes }) => homes.has(home));
}
