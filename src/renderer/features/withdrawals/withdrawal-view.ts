// A withdrawal in words: its equation, what its state means, why it was rejected, its address to compare and where its transaction is looked up. Pure.
import { subtractMoney } from '../../../domain/kernel/money/money.ts';
import { describeDuration } from '../../../domain/kernel/time/time.ts';
import { rejectionInWords, sentAmountTies, type Withdrawal } from '../../../domain/records/withdrawal.ts';
import type { WithdrawalPace } from '../../../domain/records/withdrawal-pace.ts';
import { grouped } from '../../ui/index.ts';

/** amount − network commission = sent, and what its terms say about each other; null when they agree to the last digit. */
export function equationOf(withdrawal: Withdrawal) {
  const { amount, network_commission: commission, amount_to_send: sent } = withdrawal;
  return { amount, commission, sent, remark: remarkOn(withdrawal) };
}

/** Does the equation hold? `unknown` also for terms so long that their difference is beyond all measure. */
export function tieOf(withdrawal: Withdrawal): 'ties' | 'differs' | 'unknown' {
  try {
    return sentAmountTies(withdrawal);
  } catch {
    return 'unknown';
  }
}

function remarkOn(withdrawal: Withdrawal): string | null {
  const tie = tieOf(withdrawal);
  if (tie === 'unknown') return 'The equation cannot be checked: a term is missing or beyond all measure.';
  const { amount, network_commission: commission, amount_to_send: sent } = withdrawal;
  if (tie === 'ties' || commission === null || sent === null) return null;
  const off = subtractMoney(sent, subtractMoney(amount, commission));
  return `Does not tie: the API’s amount to send is off by ${off}.`;
}

/** "TQrZ…7hVn2c": enough to know one's own by; the whole is in the tooltip. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 4)}…${address.slice(-6)}`;
}

/** What the status means for the money (specification, "States and transitions"). */
export function withdrawalState(withdrawal: Withdrawal): { readonly headline: string; readonly detail: string } {
  switch (withdrawal.status) {
    case 'pending':
      return { headline: 'Awaiting review', detail: 'The amount is already reserved from the balance.' };
    case 'approved':
      return {
        headline: 'Sent on chain',
        detail: hasHash(withdrawal)
          ? 'The transaction hash is the evidence; compare it on the chain.'
          : 'Approved, but the API names no transaction hash, so there is nothing to look up.',
      };
    case 'rejected':
      return {
        headline: 'Declined, balance returned',
        detail: rejectionInWords(withdrawal) ?? 'The API gave neither a code nor a reason.',
      };
    default:
      return {
        headline: `Unknown status “${withdrawal.status}”`,
        detail: 'This console does not know the word, so it says nothing about the money.',
      };
  }
}

const hasHash = ({ tx_hash: hash }: Withdrawal): boolean => hash !== null && hash !== '';

/** A rejected transfer that may have touched the chain deserves a word of care. */
export function chainCaution(withdrawal: Withdrawal): string | null {
  return withdrawal.status === 'rejected' && hasHash(withdrawal)
    ? 'A rejected withdrawal with a transaction hash: check on the chain whether anything moved.'
    : null;
}

/** "waiting for 3 d 2 h": the age of a pending withdrawal. */
export function waitingWords(createdMs: number | null, nowMs: number): string {
  return createdMs === null
    ? 'waiting; the API does not say since when'
    : `waiting for ${describeDuration(nowMs - createdMs)}`;
}

/** "The median of your 28 that were sent: 8 h 24 min."; null of fewer than five. */
export function sentWithinWords(pace: WithdrawalPace | undefined): string | null {
  if (pace === undefined || pace.medianMs === null) return null;
  return `The median of your ${grouped(pace.sample)} that were sent: ${describeDuration(pace.medianMs)}.`;
}

const GROUP = 4;
const PLAIN_ADDRESS = /^[A-Za-z0-9]{8,128}$/;

/**
 * Groups of four for comparing by eye, each with where it begins, or null when the text is not a plain address and is better shown as it came. Never shortened: look-alike
 * addresses share their first and last characters on purpose.
 */
export function addressGroups(address: string): readonly { readonly at: number; readonly text: string }[] | null {
  if (!PLAIN_ADDRESS.test(address)) return null;
  const groups = [];
  const prefix = address.startsWith('0x') ? 2 : 0;
  if (prefix > 0) groups.push({ at: 0, text: address.slice(0, prefix) });
  for (let at = prefix; at < address.length; at += GROUP) groups.push({ at, text: address.slice(at, at + GROUP) });
  return groups;
}

/** Where a transaction may be looked up on the web, each with the exact form of its hashes; the rest is only copied. */
const EXPLORERS: ReadonlyMap<string, { readonly name: string; readonly hash: RegExp; readonly prefix: string }> =
  new Map([
    ['TRC20', { name: 'Tronscan', hash: /^[0-9a-fA-F]{64}$/, prefix: 'https://tronscan.org/#/transaction/' }],
    ['ERC20', { name: 'Etherscan', hash: /^0x[0-9a-fA-F]{64}$/, prefix: 'https://etherscan.io/tx/' }],
    ['BEP20', { name: 'BscScan', hash: /^0x[0-9a-fA-F]{64}$/, prefix: 'https://bscscan.com/tx/' }],
  ]);

export type ExplorerLink =
  | { readonly kind: 'link'; readonly href: string; readonly name: string }
  | { readonly kind: 'none'; readonly why: string };

/** The explorer's page of a transaction, or why there is no link. The specification leaves the list of networks open. */
export function explorerLink(network: string | null, hash: string | null): ExplorerLink {
  if (hash === null || hash === '') return { kind: 'none', why: 'There is no transaction hash.' };
  const explorer = network === null ? undefined : EXPLORERS.get(network);
  if (explorer === undefined) {
    return { kind: 'none', why: 'No explorer is known for this network, so the hash can only be copied.' };
  }
  if (!explorer.hash.test(hash)) {
    return { kind: 'none', why: `This is not the form of a ${network} hash, so no link is made of it.` };
  }
  return { kind: 'link', href: `${explorer.prefix}${hash}`, name: explorer.name };
}
