// The withdrawals: forty seeded ones that never take more than had been credited by then, and the made-up parts
// (addresses, hashes, fees) for those that are requested later.
import { FINE_SCALE, toText, toUnits } from '../money.ts';
import { KIND, letters, rng, type Rng, type Seed, uuidOf } from '../random.ts';
import type { RejectCode, WithdrawalRecord, WithdrawalStatus } from './records.ts';
import type { Plan } from './orders.ts';

const SEEDED = 40;
const DAY = 24 * 3_600_000;
const HEX = '0123456789abcdef';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

interface Network {
  readonly name: string;
  readonly decimals: 6 | 18;
  /** The network fee in millionths of a USDT. */
  readonly fee: number;
  readonly address: (random: Rng) => string;
  readonly hash: (random: Rng) => string;
}

const evmAddress = (random: Rng): string => `0x${letters(random, HEX, 40)}`;
const evmHash = (random: Rng): string => `0x${letters(random, HEX, 64)}`;

const tronAddress = (random: Rng): string => `T${letters(random, BASE58, 33)}`;
const bareHash = (random: Rng): string => letters(random, HEX, 64);

const NETWORKS: readonly [Network, ...Network[]] = [
  { name: 'TRC20', decimals: 6, fee: 1_500_000, address: tronAddress, hash: bareHash },
  { name: 'TRC20', decimals: 6, fee: 2_000_000, address: tronAddress, hash: bareHash },
  { name: 'ERC20', decimals: 6, fee: 4_812_345, address: evmAddress, hash: evmHash },
  { name: 'BEP20', decimals: 18, fee: 290_000, address: evmAddress, hash: evmHash },
  { name: 'POLYGON', decimals: 6, fee: 120_000, address: evmAddress, hash: evmHash },
  { name: 'TON', decimals: 6, fee: 200_000, address: (r) => `UQ${letters(r, BASE64, 46)}`, hash: bareHash },
  {
    name: 'SOLANA',
    decimals: 6,
    fee: 800_000,
    address: (r) => letters(r, BASE58, 44),
    hash: (r) => letters(r, BASE58, 88),
  },
];

interface Verdict {
  readonly status: WithdrawalStatus;
  readonly code?: RejectCode;
  readonly reason?: string;
}

/** What became of the seeded ones, counted from the newest; the others were approved. */
const VERDICTS: Readonly<Record<number, Verdict>> = {
  0: { status: 'pending' },
  1: { status: 'pending' },
  3: { status: 'pending' },
  5: { status: 'pending' },
  2: { status: 'rejected', code: 'transfer_error' },
  6: { status: 'rejected', code: 'invalid_address' },
  9: { status: 'rejected', code: 'suspicious_activity' },
  13: { status: 'rejected', code: 'amount_issue' },
  17: { status: 'rejected', code: 'verification_required' },
  20: { status: 'rejected', reason: 'Requested twice by mistake; the other request was paid.' },
  24: { status: 'rejected' },
  29: { status: 'rejected', code: 'transfer_error' },
};

/** Two are in another token and from another balance, since a client must never add tokens up. */
const OTHER_TOKEN = new Set([8, 22]);

/** The part of a request that is made up: where to, by which network, at what fee. */
export function draftPayout(seed: Seed, index: number, available: bigint): Omit<WithdrawalRecord, 'createdAt'> {
  const random = rng(seed, KIND.payout, index);
  const network = random.pick(NETWORKS);
  const step = 10n ** BigInt(FINE_SCALE - network.decimals);
  const share = BigInt(300 + random.int(550));
  // Most people ask for whole amounts; some take the balance to the last digit.
  const round = random.int(10) < 6 ? 10n ** BigInt(FINE_SCALE) : step;
  const wanted = ((available * share) / 1000n / round) * round;
  const fee = toUnits(toText(BigInt(network.fee), 6), FINE_SCALE);
  const cut = (units: bigint): string => toText(units / step, network.decimals);
  return {
    index,
    uuid: uuidOf(seed, KIND.withdrawal, index),
    actor: random.int(4) === 0 ? 'auto_payout' : 'merchant',
    balanceType: 'main',
    token: 'USDT',
    network: network.name,
    address: network.address(random),
    amount: cut(wanted),
    networkCommission: cut(fee),
    amountToSend: cut(wanted > fee ? wanted - fee : 0n),
    status: 'pending',
    txHash: null,
    rejectCode: null,
    rejectReason: null,
    processedAt: null,
  };
}

/** The hash of the transaction that pays a withdrawal out. */
export function transactionHash(seed: Seed, index: number, network: string): string {
  const entry = NETWORKS.find((candidate) => candidate.name === network) ?? NETWORKS[0];
  return entry.hash(rng(seed, KIND.payout, index + 1_000_000));
}

/** The instants at which the seeded withdrawals were requested, oldest first. Empty for an empty world. */
export function requestInstants(plan: Plan): number[] {
  if (plan.size === 0) return [];
  const random = rng(plan.seed, KIND.withdrawal, 0);
  return Array.from({ length: SEEDED }, (_, j) => {
    const fromNewest = SEEDED - 1 - j;
    return plan.epoch - Math.floor(DAY * (0.02 + 82 * ((fromNewest + 0.9 * random.next()) / SEEDED) ** 1.4));
  });
}

/**
 * The seeded withdrawals. `creditedBefore[j]` is what had been credited before the j-th request, in units of 18 decimals;
 * no request takes more than that less what is reserved or gone. Requests of a world too poor for them are left out.
 */
export function seededWithdrawals(
  plan: Plan,
  instants: readonly number[],
  creditedBefore: readonly bigint[],
): WithdrawalRecord[] {
  const least = 20n * 10n ** BigInt(FINE_SCALE);
  const records: WithdrawalRecord[] = [];
  let taken = 0n;
  for (const [j, at] of instants.entries()) {
    const fromNewest = SEEDED - 1 - j;
    const available = (creditedBefore[j] ?? 0n) - taken;
    if (available < least) continue;
    const record = judge(plan, draftPayout(plan.seed, records.length, available), at, fromNewest);
    if (record.token === 'USDT' && record.status !== 'rejected') taken += toUnits(record.amount, FINE_SCALE);
    records.push(record);
  }
  return records;
}

function judge(
  plan: Plan,
  draft: Omit<WithdrawalRecord, 'createdAt'>,
  at: number,
  fromNewest: number,
): WithdrawalRecord {
  const verdict = VERDICTS[fromNewest] ?? { status: 'approved' };
  const random = rng(plan.seed, KIND.withdrawal, fromNewest + 1);
  const took = Math.floor((0.01 + 0.6 * random.next()) * DAY);
  const processed = verdict.status === 'pending' ? null : Math.min(at + took, plan.epoch - 1_000 * (fromNewest + 1));
  const other = OTHER_TOKEN.has(fromNewest) ? { token: 'USDC', balanceType: 'referral' } : {};
  return {
    ...draft,
    ...other,
    createdAt: at,
    status: verdict.status,
    txHash: verdict.status === 'approved' ? transactionHash(plan.seed, draft.index, draft.network) : null,
    rejectCode: verdict.code ?? null,
    rejectReason: verdict.reason ?? null,
    processedAt: processed,
  };
}
