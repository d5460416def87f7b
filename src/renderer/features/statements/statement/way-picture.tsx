// The way from the opening of a month to its close: what came and what went, what that makes, and what lies between it and the reported balance. The lines of the statement's table, drawn.
import { Box } from '@mantine/core';
import { addMoney } from '../../../../domain/kernel/money/money.ts';
import { compactCount, MoneyText } from '../../../ui/index.ts';
import { levelOf, type Mark, movementsPath, Picture, tokenWords } from '../../../parts/index.ts';
import { type SheetLine, type SheetOf, sheetLines } from './sheet-lines.ts';
import { isZero } from './words.ts';

/** A balance, or what moves it; `from` and `to`: between which balances it lies. */
export interface Step extends Pick<SheetLine, 'key' | 'title'> {
  readonly kind: 'balance' | 'more' | 'less';
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly path: string | null;
}

/** Lines that move the balance before they are added up; what follows the calculated balance are the causes of the difference. */
const MOVES = new Set(['credits', 'withdrawals']);
const BALANCES = new Set(['opening', 'calculated', 'reported']);

/**
 * Every step begins where the one before it ended. Without an opening they begin at nothing, and end with the net change. Empty for a token without
 * a balance. Pure.
 */
export function waySteps(of: SheetOf): readonly Step[] {
  const { account, period } = of;
  if (account.noClosing === 'no-credits-in-token') return [];
  const lines = sheetLines(of);
  const causes = lines.slice(
    lines.findIndex(({ key }) => key === 'difference') + 1,
    lines.findLastIndex(({ look, sign }) => look === 'part' && sign === true) + 1,
  );
  const isSplit = account.noClosing === null && lines.some(({ key }) => key === 'difference');
  const named = (keys: ReadonlySet<string>): readonly SheetLine[] => lines.filter(({ key }) => keys.has(key));
  const [opening, calculated, reported] = ['opening', 'calculated', 'reported'].map((key) =>
    named(BALANCES).find((line) => line.key === key && line.amount !== null),
  );
  const whole = account.token === null ? null : movementsPath(period, account.token);
  let balance = opening?.amount ?? '0';
  const at = (line: SheetLine | undefined, amount: string, path: string | null): Step | [] =>
    line === undefined
      ? []
      : { key: line.key, title: line.title, kind: 'balance', amount, from: '0', to: amount, path };
  const move = ({ key, title, amount, href }: SheetLine): Step | [] => {
    if (amount === null || isZero(amount)) return [];
    const from = balance;
    balance = addMoney(balance, amount);
    return {
      key,
      title,
      kind: amount.startsWith('-') ? 'less' : 'more',
      amount,
      from,
      to: balance,
      path: href ?? null,
    };
  };
  const change = lines.find(({ key }) => key === 'change');
  return [
    at(opening, balance, opening?.href ?? null),
    ...named(MOVES).map(move),
    calculated === undefined ? at(change, balance, whole) : at(calculated, balance, whole),
    // What is between the two balances, only where both are known.
    ...(isSplit && reported !== undefined ? causes.map(move) : []),
    at(reported, reported?.amount ?? balance, null),
  ].flat();
}

/** Balances stand, what moves them lies between two. */
export function wayMarks(token: string): readonly Mark<Step>[] {
  const mark = (name: string, look: Mark<Step>['look'], kind: Step['kind']): Mark<Step> => ({
    name,
    look,
    level: (step) => (step.kind === kind ? [levelOf(step.from), levelOf(step.to)] : null),
    value: (step) =>
      step.kind === kind ? (
        <MoneyText value={step.amount} unit={token} currency={tokenWords(token)} sign={kind !== 'balance'} />
      ) : null,
    path: (step) => (step.kind === kind ? step.path : null),
  });
  return [mark('Balance', 'full', 'balance'), mark('More', 'good', 'more'), mark('Less', 'bad', 'less')];
}

export function WayPicture(of: SheetOf) {
  const { account } = of;
  const steps = waySteps(of);
  const { token } = account;
  if (token === null || steps.every(({ amount }) => isZero(amount))) return null;
  return (
    <Box p="md">
      <Picture
        label="The way to the close"
        buckets={steps}
        nameOf={({ title }) => title}
        tickOf={({ title }) => shortened(title)}
        panes={[{ height: 150, levelWords: (level) => compactCount(level / 100), marks: wayMarks(token) }]}
        sentence="The lines above, each from where the one before it ended."
      />
    </Box>
  );
}

const SHORT = 11;

function shortened(title: string): string {
  const short = title.replace(/ balance$|^Paid invoices, /, '');
  const words = `${short.slice(0, 1).toUpperCase()}${short.slice(1)}`;
  return words.length > SHORT ? `${words.slice(0, SHORT - 1)}…` : words;
}
