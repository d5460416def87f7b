/** The way from the opening to the close over twenty random businesses: each step begins where the last one ended, to the last digit, and opens the rows of its line. */
import { expect, it } from 'vitest';
import { periodBounds } from '../../../../src/domain/period/period.ts';
import type { TokenStatement } from '../../../../src/domain/period/statement.ts';
import { type Step, wayMarks, waySteps } from '../../../../src/renderer/features/statements/statement/way-picture.tsx';
import { expectedStatement, rational } from '../../../support/oracles/statement.ts';
import { seeded } from '../../../support/seeded.ts';
import { splitAccount, statementAnswer } from '../../support/period-scripts.ts';
import { statementWorld } from '../../../support/worlds/statement.ts';

const PERIOD = { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' };
const BOUNDS = periodBounds(PERIOD) ?? { from: '', to: '' };

/** The numerator over 10^60 as text. */
function text(value: bigint): string {
  const size = `${value < 0n ? -value : value}`.padStart(61, '0');
  return `${value < 0n ? '-' : ''}${size.slice(0, -60)}.${size.slice(-60)}`;
}

function accountOf(seed: number) {
  const chance = seeded(seed);
  const world = statementWorld(seed, [BOUNDS.from, BOUNDS.to], { invoices: 200, withdrawals: 80 });
  const lines = expectedStatement(world, Date.parse(BOUNDS.from), Date.parse(BOUNDS.to)).get('USDT')?.lines;
  const of = (kind: string) => lines?.get(kind) ?? { count: 0, amount: 0n };
  const [opening, credits, withdrawals] = [
    rational(`${Math.floor(chance() * 1e9)}.000000000000000001`),
    of('credits'),
    of('withdrawals'),
  ];
  const movement = credits.amount - withdrawals.amount;
  const causes = [rational('-12.6'), rational(`${Math.floor(chance() * 100)}.7`)] as const;
  const unexplained = rational(chance() < 0.5 ? '0' : '-3.000000000000000007');
  const closing = opening + movement;
  const reported = closing + causes[0] + causes[1] + unexplained;
  const account = splitAccount();
  const { split } = account;
  const token: TokenStatement = {
    ...account,
    opening: chance() < 0.2 ? null : { amount: text(opening), source: 'typed' },
    lines: account.lines.map((line) =>
      line.kind === 'credits'
        ? { ...line, count: credits.count, amount: text(credits.amount) }
        : line.kind === 'withdrawals'
          ? { ...line, count: withdrawals.count, amount: text(withdrawals.amount) }
          : line,
    ),
    movement: text(movement),
    impliedClosing: text(closing),
    typedClosing: text(reported),
    difference: text(reported - closing),
    noClosing: null,
    split:
      split === null || split === undefined
        ? split
        : {
            ...split,
            causes: [
              { cause: 'brought-forward', count: 1, amount: text(causes[0]) },
              { cause: 'changed-after-close', count: 2, amount: text(causes[1]) },
            ],
            unexplained: text(unexplained),
          },
  };
  return { token, opening, credits, withdrawals, movement, closing, reported, causes, unexplained };
}

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the way of the business of seed %i', (seed) => {
  const { token, opening, credits, withdrawals, movement, closing, reported, causes, unexplained } = accountOf(seed);
  const isOpened = token.opening !== null;
  const account: TokenStatement = isOpened
    ? token
    : { ...token, noClosing: 'opening-not-typed', impliedClosing: null, typedClosing: null, difference: null };
  const steps = waySteps({ account, period: PERIOD, bounds: BOUNDS, isLocked: false, fees: [], values: [] });
  const moved = [
    { key: 'credits', amount: credits.amount },
    { key: 'withdrawals', amount: -withdrawals.amount },
    ...(isOpened
      ? [
          { key: 'brought-forward', amount: causes[0] },
          { key: 'changed-after-close', amount: causes[1] },
          { key: 'unexplained', amount: unexplained },
        ]
      : []),
  ].filter(({ amount }) => amount !== 0n);
  const isMove = ({ kind }: Step): boolean => kind !== 'balance';
  expect(steps.filter(isMove).map(({ key, amount }) => ({ key, amount: rational(amount) }))).toEqual(moved);
  const balances = steps.filter((step) => !isMove(step)).map(({ key, to }) => [key, rational(to)]);
  expect(balances).toEqual(
    isOpened
      ? [
          ['opening', opening],
          ['calculated', closing],
          ['reported', reported],
        ]
      : [['change', movement]],
  );
  let balance = isOpened ? opening : 0n;
  const marks = wayMarks('USDT');
  for (const step of steps) {
    const drawn = marks.filter(({ level }) => level(step) !== null);
    expect(drawn).toHaveLength(1);
    if (isMove(step)) {
      expect(rational(step.from)).toBe(balance);
      balance += rational(step.amount);
    }
    expect(rational(step.to)).toBe(balance);
    const path = drawn[0]?.path(step) ?? null;
    if (step.key === 'credits' || step.key === 'withdrawals') {
      expect(path).toBe(
        `/statements/month/rows?from=2026-10-01&to=2026-10-31&zone=Europe%2FWarsaw&line=${step.key}&token=USDT`,
      );
    }
    if (step.key === 'changed-after-close') expect(path).toContain('seen=within');
    if (step.key === 'brought-forward') expect(path).toContain('seen=before');
  }
});

it('has no way where a token is never credited', () => {
  const [usdt] = statementAnswer(PERIOD).statement.tokens;
  const account = { ...(usdt ?? splitAccount()), noClosing: 'no-credits-in-token' as const };
  expect(waySteps({ account, period: PERIOD, bounds: BOUNDS, isLocked: false, fees: [], values: [] })).toEqual([]);
});
