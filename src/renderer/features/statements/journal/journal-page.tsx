// The journal of the month: how many lines, whether they balance, and which accounts are missing; then every line, with its account and its rows.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  ENTRY_WORDS,
  type Journal,
  type JournalLeft,
  type JournalLine,
  ROLE_WORDS,
  knownValue,
} from '../../../../domain/period/journal.ts';
import { accountOf, FIRST_MAPPING, type JournalMapping } from '../../../../domain/period/journal-mapping.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  InstantText,
  Link,
  MoneyText,
  Note,
  Notice,
  Panel,
  TablePanel,
  plainText,
  ReadState,
  Table,
  Under,
} from '../../../ui/index.ts';
import { feeRowsPath, periodWords, rowsPath, tokenWords, ToneBadge } from '../../../parts/index.ts';
import { unknownWords } from '../home-words.ts';
import { MonthFrame } from '../month/month-frame.tsx';
import { useMonth } from '../month/use-month.ts';
import { AccountsDialog } from './accounts-dialog.tsx';
import { journalRowsPath } from './address.ts';
import { HomeDialog } from './home-dialog.tsx';
import { JournalExport } from './journal-export.tsx';

const KINDS = ['invoices', 'withdrawals', 'quarantine', 'periods'] as const;
type Answer = CallOutput<'journal.read'>;

/** The journal of the days in the address. */
export function JournalPage() {
  const month = useMonth();
  const { period } = month;
  const read = useCall('journal.read', { period }, { refreshOn: KINDS, of: JSON.stringify(period) });
  const answer = read.isPrevious ? undefined : read.data;
  const [asked, setAsked] = useState<'accounts' | 'home' | null>(null);
  return (
    <MonthFrame
      month={month}
      tab="Journal"
      paperBar={answer === undefined ? 'It is not computed yet' : null}
      exporting={
        <>
          <Button disabled={answer === undefined} onClick={() => setAsked('accounts')}>
            Accounts…
          </Button>
          <Button onClick={() => setAsked('home')}>Home currency…</Button>
          <JournalExport answer={answer} />
        </>
      }
    >
      <ReadState read={read} unreadTitle="The journal could not be computed">
        {(data) => <Entries answer={data} onMap={() => setAsked('accounts')} />}
      </ReadState>
      {asked === 'accounts' && answer !== undefined ? (
        <AccountsDialog answer={answer} onClose={() => setAsked(null)} />
      ) : null}
      {asked === 'home' ? <HomeDialog onClose={() => setAsked(null)} /> : null}
    </MonthFrame>
  );
}

/** "October 2026: 14 lines, debits = credits in EUR and USDT; 1 account is missing". Pure. */
export function journalWords({
  journal: { period, lines, totals },
  missing,
}: Pick<Answer, 'journal' | 'missing'>): string {
  const names = totals.map(({ currency }) => tokenWords(currency));
  const last = names.at(-1) ?? '';
  const all = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  const [accounts, rates] = (['account', 'tax-rate'] as const).map(
    (what) => new Set(missing.flatMap((one) => (one.lacks === what ? [`${one.role} ${one.currency ?? ''}`] : []))).size,
  );
  const lacking = [
    ...(accounts === 0 || accounts === undefined
      ? []
      : [`${countWords(accounts, 'account is', 'accounts are')} missing`]),
    ...(rates === 0 || rates === undefined ? [] : [`${countWords(rates, 'tax rate is', 'tax rates are')} missing`]),
  ];
  const tail = lacking.length === 0 ? '' : `; ${lacking.join(', ')}`;
  return `${periodWords(period)}: ${countWords(lines.length, 'line', 'lines')}, debits = credits in ${all}${tail}`;
}

function Entries({ answer, onMap }: { readonly answer: Answer; readonly onMap: () => void }) {
  const { journal, mapping, missing, made } = answer;
  const { lines, totals, left, period, home } = journal;
  if (lines.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="There is nothing to book">
        Nothing was paid, sent or changed in these days.
      </EmptyState>
    );
  const [latest] = made;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text component="h2" size="md" fw={600} m={0} aria-live="polite">
          {journalWords(answer)}
        </Text>
        {missing.length === 0 ? null : (
          <Button variant="filled" size="xs" flex="none" className="mc-no-print" onClick={onMap}>
            Map accounts…
          </Button>
        )}
      </Group>
      <Standing journal={journal} />
      {latest === undefined ? null : (
        <Notice
          tone="notice"
          title={
            made.length === 1
              ? 'One was made already'
              : `${countWords(made.length, 'journal', 'journals')} of these days were made already`
          }
        >
          {plainText(latest.fileName)}, <InstantText value={latest.at} /> by {plainText(latest.by)}
          {latest.currency === null ? '' : `, ${tokenWords(latest.currency)} alone`}. A ledger that takes in another one
          books these days twice.
        </Notice>
      )}
      <Panel flush title="Lines" note={mapping === null ? 'No account is mapped yet' : <Mapped mapping={mapping} />}>
        <Lines lines={lines} mapping={mapping ?? FIRST_MAPPING} period={period} home={home} />
      </Panel>
      {home === null ? null : <Valued home={home} />}
      <TablePanel
        title="Debits and credits"
        rows={totals}
        keyOf={({ currency }) => currency ?? '(none)'}
        columns={({ cell, money }) => [
          cell('Currency', ({ currency }) => tokenWords(currency)),
          money('Debit', ({ debit }) => debit),
          money('Credit', ({ credit }) => credit),
        ]}
      />
      {left.map(({ kind, count }) => (
        <Note key={kind}>
          <Left kind={kind} count={count} period={period} />
        </Note>
      ))}
    </>
  );
}

function Standing({ journal: { standing, changedSinceClose } }: { readonly journal: Journal }) {
  return (
    <>
      {standing === 'open' || standing === 'incomplete' ? (
        <Notice tone="warn" title={standing === 'open' ? 'Not closed' : 'Not closed, and not complete'}>
          The figures may still change{standing === 'open' ? '' : ', and there may be more'}. The first line of the file
          and its manifest say so.
        </Notice>
      ) : null}
      {standing === 'closed-with-reason' ? (
        <Notice tone="warn" title="Closed although something was missing">
          The first line of the file and its manifest say so.
        </Notice>
      ) : null}
      {changedSinceClose ? (
        <Notice tone="warn" title="Late changes were found after the close">
          They are of these days, and stand in this journal beside what was locked.
        </Notice>
      ) : null}
    </>
  );
}

function Mapped({ mapping }: { readonly mapping: NonNullable<Answer['mapping']> }) {
  return (
    <>
      {mapping.shape === 'xero' ? 'For Xero' : 'In columns of your own'}, saved <InstantText value={mapping.savedAt} />{' '}
      by {plainText(mapping.savedBy)}
    </>
  );
}

function Lines(props: {
  readonly lines: readonly JournalLine[];
  readonly mapping: JournalMapping;
  readonly period: Period;
  readonly home: Journal['home'];
}) {
  const { lines, mapping, period, home } = props;
  const unit = ({ currency }: JournalLine): string | undefined => currency ?? undefined;
  const currency = (line: JournalLine): string => tokenWords(line.currency);
  const link = (line: JournalLine): string => journalRowsPath(period, line);
  const on = (side: JournalLine['side']) => (line: JournalLine) => (line.side === side ? line.amount : null);
  const look = (side: JournalLine['side']) => ({
    unit,
    currency,
    missing: ' ',
    // Nothing stands on the other side, and a link has a name.
    link: (line: JournalLine) => (line.side === side ? link(line) : null),
  });
  return (
    <Table
      label="Lines of the journal"
      rows={lines}
      keyOf={({ entry, role, currency: of }) => `${entry} ${role} ${of ?? ''}`}
      groupOf={({ entry }) => ENTRY_WORDS[entry]}
      columns={({ cell, money, count }) => [
        cell('Line', (line) => <LineName line={line} />),
        cell('Account', (line) => <Account line={line} mapping={mapping} />),
        money('Debit', on('debit'), look('debit')),
        money('Credit', on('credit'), look('credit')),
        ...(home === null
          ? []
          : [
              money(
                `Value (${home.currency})`,
                ({ home: worth, count: rows }: JournalLine) =>
                  worth === null ? null : knownValue({ ...worth, count: rows }),
                {
                  unit: home.currency,
                  missing: 'not known',
                  under: ({ home: worth, count: rows }) =>
                    worth === null ? null : unknownWords({ ...worth, count: rows }),
                },
              ),
            ]),
        count('Rows', (line) => line.count, { link }),
      ]}
    />
  );
}

/** What the values come to, and what keeps them from being a file. */
function Valued({ home }: { readonly home: NonNullable<Journal['home']> }) {
  const { currency, total, rounding, unknown } = home;
  return (
    <Note>
      In {currency}: <MoneyText value={total} currency={currency} /> on both sides
      {rounding === null ? '' : ', '}
      {rounding === null ? null : (
        <>
          <MoneyText value={rounding.amount} currency={currency} /> of it a {rounding.side} that rounding each line
          leaves over
        </>
      )}
      .{' '}
      {unknown === 0
        ? ''
        : `${countWords(unknown, 'row has', 'rows have')} no rate into ${currency}: not known, and in no value.`}
    </Note>
  );
}

function LineName({ line: { role, isEstimate } }: { readonly line: JournalLine }) {
  return (
    <>
      {ROLE_WORDS[role]}
      {isEstimate ? <Under>an estimate: the API tells no fee of an invoice</Under> : null}
    </>
  );
}

function Account({ line, mapping }: { readonly line: JournalLine; readonly mapping: JournalMapping }) {
  const account = accountOf(mapping, line);
  if (account === null) return <ToneBadge tone="warn">not mapped</ToneBadge>;
  const isBare = mapping.shape === 'xero' && account.taxRate === null;
  return (
    <>
      {plainText(account.account)}
      {isBare ? (
        <ToneBadge tone="warn">no tax rate</ToneBadge>
      ) : (
        <Under>{account.taxRate === null ? null : plainText(account.taxRate)}</Under>
      )}
    </>
  );
}

/** What is not booked where it belongs, and where its rows are. */
const LEFT_WORDS: Readonly<Record<JournalLeft, readonly [one: string, more: string, then: string]>> = {
  'credits-without-amount': ['paid invoice has no net', 'paid invoices have no net', 'sold, and not credited'],
  'credits-without-date': ['paid invoice has no date', 'paid invoices have no date', 'not booked'],
  'credits-unknown-status': [
    'invoice is in a status that is not known',
    'invoices are in a status that is not known',
    'not booked',
  ],
  'withdrawals-without-date': ['withdrawal has no date', 'withdrawals have no date', 'not booked'],
  'unknown-status': [
    'withdrawal is in a status that is not known',
    'withdrawals are in a status that is not known',
    'not booked',
  ],
  'sale-not-told': [
    'adjusted invoice does not tell what was paid',
    'adjusted invoices do not tell what was paid',
    'credited, and not sold',
  ],
  'fee-not-estimated': [
    'invoice has no rate or no paid amount',
    'invoices have no rate or no paid amount',
    'credited without an estimate of the fee',
  ],
  'network-fee-not-told': [
    'withdrawal has no network fee',
    'withdrawals have no network fee',
    'whole in what was withdrawn',
  ],
};

function Left({
  kind,
  count,
  period,
}: {
  readonly kind: JournalLeft;
  readonly count: number;
  readonly period: Period;
}) {
  const [one, more, then] = LEFT_WORDS[kind];
  const path = leftPath(kind, period);
  return (
    <>
      {countWords(count, one, more)}: {then}.{' '}
      {path === null ? null : (
        <Link inline to={path}>
          Look at {count === 1 ? 'it' : 'them'}
        </Link>
      )}
    </>
  );
}

function leftPath(kind: JournalLeft, period: Period): string | null {
  switch (kind) {
    case 'credits-without-amount':
    case 'credits-without-date':
    case 'credits-unknown-status':
      return rowsPath(period, 'USDT', kind);
    case 'sale-not-told':
    case 'fee-not-estimated':
      return feeRowsPath(period, { part: 'unknown' });
    case 'network-fee-not-told':
      return journalRowsPath(period, { entry: 'withdrawals', role: 'withdrawn', currency: 'USDT', side: 'debit' });
    case 'withdrawals-without-date':
    case 'unknown-status':
      return null;
  }
}
