// The frame of one month: where it is, the way to the months beside it, whether it is closed, its tabs, and what can be done with it as a whole.
import { Box, Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BALANCE_WORDS } from '../../../../domain/period/line-words.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import {
  ActionDialog,
  dayText,
  FailureNotice,
  Link,
  navigateTo,
  Notice,
  PageFrame,
  plainText,
  PrintButton,
  type RouteFilters,
  Table,
  useRouteFilters,
  InZone,
} from '../../../ui/index.ts';
import {
  AccountPeriodPicker,
  AlsoHere,
  periodQuery,
  periodWords,
  tokenWords,
  ToneBadge,
} from '../../../parts/index.ts';
import { EXTENT_WORDS } from '../statement/closed-around.tsx';
import { MAX_REASON, MIN_REASON, reasonAgainst, REFUSAL_WORDS, requirementWords } from '../closes/words.ts';
import { closeBar, type Month, monthName, type Readiness } from './use-month.ts';
import type { CheckedClose } from '../../../../domain/period/close.ts';
import type { CloseFault, UnknownWord } from '../../../../domain/period/close-proof.ts';
import { lastDay } from '../../../../domain/period/period.ts';
import type { TokenStatement } from '../../../../domain/period/statement.ts';
import { KindLinks, openExceptionsWords } from '../closes/open-exceptions.tsx';
import styles from './month.module.css';

/** A tab of the month; `tab` is what its window and its paper are called. */
export function MonthFrame(props: {
  readonly month: Month;
  readonly tab: string;
  /** Why nothing may go on paper now, null when it may; absent where there is nothing to print. */
  readonly paperBar?: string | null;
  readonly exporting?: ReactNode;
  /** What a month beside it shows besides its days. */
  readonly kept?: (route: RouteFilters) => Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  const { month, tab, paperBar, exporting, kept, children } = props;
  const { period, balances, close } = month;
  const words = periodWords(period);
  const route = useRouteFilters();
  const go = (next: Parameters<typeof periodQuery>[0] | null): void => {
    // Other days have other balances: what was typed and seen to for these does not go with them.
    if (next !== null) {
      const query = new URLSearchParams({ ...periodQuery(next), ...kept?.(route) });
      navigateTo(`${window.location.hash.replace(/^#/, '').split('?')[0] ?? ''}?${query.toString()}`);
    }
  };
  return (
    <PageFrame
      title={words}
      windowTitle={`${tab}, ${words}`}
      back={<Link to={screenPath('months')}>Statements</Link>}
      standing={
        <>
          <AccountPeriodPicker isBrief value={period} timeZone={period.timeZone} onChange={go} />
          <Standing month={month} />
          <AlsoHere list="periods" recordId={`${period.from} ${period.to}`} />
        </>
      }
      actions={
        <>
          {paperBar === undefined ? null : <PrintButton name={`${tab} ${words}`} bar={paperBar} />}
          {exporting}
          {month.isClosable ? <CloseButton month={month} /> : null}
        </>
      }
    >
      <InZone timeZone={period.timeZone}>
        {month.closeId === null && balances.bar !== null ? (
          <Notice tone="warn" title="Not to be printed, exported or closed as it is">
            {balances.bar}
          </Notice>
        ) : null}
        <CloseOutcome month={month} />
        <FailureNotice failure={close.failure} onRetry={close.retry} />
        {close.locked === null ? null : <CloseTrust close={close.locked} />}
        {children}
      </InZone>
    </PageFrame>
  );
}

/**
 * Before a closed period that is not to be trusted as it is shown: what is kept of it is not what was locked, or it has words that this version of
 * the console does not know. Nothing when all is well.
 */
function CloseTrust({ close }: { readonly close: Pick<CheckedClose, 'proof' | 'unknown'> }) {
  const { proof, unknown } = close;
  return (
    <>
      {proof.verified ? null : (
        <Notice tone="bad" title="NOT verified: what is kept of this close is not what was locked">
          {proof.faults.map((fault) => FAULT_WORDS[fault]).join(' ')} Do not rely on these figures: compare them with an
          export or a print from when the period was closed, or with a backup of the books.
        </Notice>
      )}
      {unknown.length === 0 ? null : (
        <Notice tone="warn" title="Locked by a later version of the console">
          Not known to this version, and not shown: {unknown.map(unknownWord).join(', ')}. The text of the close is
          whole: export it, or open the period in the later version.
        </Notice>
      )}
    </>
  );
}

const FAULT_WORDS: Readonly<Record<CloseFault, string>> = {
  text: 'The text that is kept has not the SHA-256 that was locked.',
  figures: 'The figures on this screen are not those at the head of that text.',
  facts: 'It has not as many rows as were locked.',
  chain: 'It does not follow the close before it, or the one that it supersedes: that is missing, or is another one.',
};

const PLACE_WORDS: Readonly<Record<UnknownWord['where'], string>> = {
  requirement: 'a requirement',
  certificate: 'a certificate',
  line: 'a line of the statement',
  opening: 'where an opening comes from',
  'no-closing': 'why there is no closing',
  finding: 'a finding of the tie-out',
  untold: 'why a success was not told',
  missing: 'a fact that is missing',
  cause: 'a cause of a difference',
  item: 'a kind of reconciling item',
};

function unknownWord({ where, word }: UnknownWord): string {
  return `${PLACE_WORDS[where]}, “${plainText(word.slice(0, 100))}”`;
}

function Standing({ month: { closeId, around, statement } }: { readonly month: Month }) {
  if (statement.data === undefined || statement.isPrevious) return null;
  if (closeId !== null) {
    return (
      <ToneBadge tone="good" icon={<IconLock size={14} aria-hidden="true" />}>
        Closed
      </ToneBadge>
    );
  }
  if (around === null) return null;
  return (
    <ToneBadge tone="notice" icon={<IconLockOpen size={14} aria-hidden="true" />}>
      {around.extent === 'apart' ? 'Open' : EXTENT_WORDS[around.extent]}
    </ToneBadge>
  );
}

/** What a tab shows, and beside it (below it on a narrow screen) what there is to do about the month. Paper has the first alone. */
export function MonthColumns(props: {
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** It is of what was asked before. */
  readonly isOld?: boolean;
}) {
  const { main, side, isOld = false } = props;
  return (
    <Group gap="sm" align="flex-start" aria-busy={isOld} opacity={isOld ? 0.6 : 1}>
      <Box flex="8 1 600px" miw={0}>
        <Stack gap="sm">{main}</Stack>
      </Box>
      <Box flex="4 1 340px" miw={0} className={styles['side']}>
        <Stack gap="sm">{side}</Stack>
      </Box>
    </Group>
  );
}

/** Off until the three things are seen to; it says why. */
function CloseButton({ month }: { readonly month: Month }) {
  const [isAsking, setAsking] = useState(false);
  const bar = closeBar(month);
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconLock size={16} aria-hidden="true" />}
        disabled={bar !== null}
        title={bar ?? undefined}
        loading={month.closing.isBusy}
        onClick={() => setAsking(true)}
      >
        Close {monthName(month.period)}
      </Button>
      {isAsking && month.tokens !== undefined && month.readiness.data !== undefined ? (
        <CloseDialog
          month={month}
          tokens={month.tokens}
          readiness={month.readiness.data}
          onEnd={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function CloseOutcome({ month: { closing, readiness } }: { readonly month: Month }) {
  const { standing, isBusy, askAgain } = closing;
  if (standing.kind === 'none') return null;
  if (standing.kind === 'failed') return <FailureNotice failure={standing.failure} />;
  if (standing.kind === 'refused')
    return (
      <Notice tone="warn" title="Not closed" action={{ label: 'Look again', run: readiness.refresh }}>
        {REFUSAL_WORDS[standing.reason]}
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title="The answer did not come"
      action={isBusy ? undefined : { label: 'Ask for the answer again', run: askAgain }}
    >
      The month may have been closed; look at the{' '}
      <Link to={screenPath('months')} inline>
        list of months
      </Link>
      . Asking again sends exactly the same close, which is never made a second time.
    </Notice>
  );
}

function CloseDialog(props: {
  readonly month: Month;
  readonly tokens: readonly TokenStatement[];
  readonly readiness: Readiness;
  readonly onEnd: () => void;
}) {
  const { month, tokens, readiness, onEnd } = props;
  const { period, balances, closing, isReading } = month;
  const { requirements, openExceptions: open } = readiness;
  const [reason, setReason] = useState('');
  const missing = requirements.filter(({ met }) => !met);
  const against = reasonAgainst({ requirements, isComputed: true, reason, isReading });
  const lock = (): void => {
    onEnd();
    const wish = { period, typed: [...balances.typed] };
    // The reason was given for what is missing now; should something else be missing by then, nothing is closed.
    const known = missing.map(({ requirement }) => requirement);
    closing.close(missing.length === 0 ? wish : { ...wish, overrideReason: reason.trim(), known });
  };
  return (
    <ActionDialog
      title={`Close ${periodWords(period)}?`}
      label="Close and lock"
      cancel="Do not close"
      action={{ busy: false, failure: undefined }}
      bar={against}
      onSubmit={lock}
      onClose={onEnd}
    >
      {open.count === 0 ? null : (
        <Notice tone="warn" title={`${openExceptionsWords(open)}, and stay so`}>
          The figures are locked as they are.
          <KindLinks period={period} open={open} />
        </Notice>
      )}
      <Text c="dimmed">
        {dayText(period.from)} – {dayText(lastDay(period))}, whole days of {period.timeZone}
      </Text>
      {tokens.map((account) => (
        <Balances key={account.token ?? '(none)'} account={account} />
      ))}
      {missing.length === 0 ? null : (
        <>
          <Text>Missing, and always shown with the statement:</Text>
          <List>
            {missing.map((standing) => (
              <List.Item key={standing.requirement}>{requirementWords(standing).title}</List.Item>
            ))}
          </List>
          <Textarea
            label="Reason for closing although something is missing"
            description="Kept in the statement, word for word, and part of its SHA-256"
            value={reason}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={MAX_REASON}
            minLength={MIN_REASON}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      )}
      <Text c="dimmed">
        Statement, tie-out and every row they rest on are locked and hashed. They cannot be changed or opened again by
        anybody. What the API changes later is carried by the month that first sees it, and the next month opens with
        the calculated balance.
      </Text>
    </ActionDialog>
  );
}

function Balances({ account }: { readonly account: TokenStatement }) {
  const { token, opening, movement, impliedClosing, typedClosing, difference, noClosing } = account;
  const lines: readonly (readonly [title: string, amount: string | null])[] =
    noClosing === 'no-credits-in-token'
      ? [['Net change, no balance', movement]]
      : [
          [BALANCE_WORDS.opening, opening?.amount ?? null],
          [BALANCE_WORDS.movement, movement],
          [BALANCE_WORDS.calculated, impliedClosing],
          [BALANCE_WORDS.reported, typedClosing],
          [BALANCE_WORDS.difference, difference],
        ];
  return (
    <Table
      label={`Balances of ${tokenWords(token)} to lock`}
      rows={lines}
      keyOf={([title]) => title}
      columns={({ cell, money }) => [
        cell(tokenWords(token), ([title]) => title),
        money('Amount', ([, amount]) => amount),
      ]}
    />
  );
}
