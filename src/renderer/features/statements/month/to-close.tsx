// What is left to close a month: the open exceptions, the review, the balance; and in one line that all else is in order.
import { Anchor, Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../bridge/index.ts';
import {
  ButtonLink,
  DayField,
  FailureNotice,
  grouped,
  hashHref,
  MoneyText,
  Panel,
  ReadState,
} from '../../../ui/index.ts';
import { BalanceField, closingPath, exceptionsPath, tokenWords } from '../../../parts/index.ts';
import { KindLinks, openExceptionsWords } from '../closes/open-exceptions.tsx';
import { MonthChecklist } from './checklist.tsx';
import { closeBar, type Month, monthName, type Readiness, technical, threeThings } from './use-month.ts';
import { instantOfLocal, localMinute } from '../../../../domain/kernel/time/time.ts';
import { type Period, periodBounds } from '../../../../domain/period/period.ts';

/** What a close needs, but of a closed month or of days that cannot be closed as they are; and the checklist. */
export function ToClose({ month }: { readonly month: Month }) {
  const { isClosable, readiness, period } = month;
  return (
    <>
      {isClosable ? (
        <ReadState read={readiness} unreadTitle={`What ${monthName(period)} needs could not be looked at`}>
          {(answer) => <Checklist month={month} answer={answer} />}
        </ReadState>
      ) : null}
      <MonthChecklist month={month} />
    </>
  );
}

function Checklist({ month, answer }: { readonly month: Month; readonly answer: Readiness }) {
  const { period, review, closing, readiness } = month;
  const tokens = month.tokens ?? month.statement.data?.statement.tokens ?? [];
  const done = threeThings(answer.openExceptions, review, tokens);
  const count = Object.values(done).filter(Boolean).length;
  const bar = closeBar(month);
  return (
    <Panel title={`To close ${monthName(period)}`} actions={<Text c="dimmed">{count} of 3</Text>}>
      <Stack gap="sm" aria-busy={readiness.isPrevious}>
        <Thing at={1} isDone={done.exceptions}>
          <Exceptions month={month} open={answer.openExceptions} />
        </Thing>
        <Thing at={2} isDone={done.statement}>
          <Reviewed month={month} />
        </Thing>
        <Thing at={3} isDone={done.balance}>
          <Balance month={month} />
        </Thing>
        <Technical month={month} answer={answer} />
        <Text size="xs" c="dimmed" role="status">
          {closing.isBusy
            ? 'Closing. You can leave this screen; you are told when it has ended.'
            : (bar ?? 'The statement is computed once more and locked as it is then.')}
        </Text>
      </Stack>
    </Panel>
  );
}

function Thing(props: { readonly at: number; readonly isDone: boolean; readonly children: ReactNode }) {
  const { at, isDone, children } = props;
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap" data-done={isDone}>
      <ThemeIcon size={20} radius="xl" variant={isDone ? 'light' : 'default'} color={isDone ? 'green' : 'gray'}>
        {isDone ? <IconCheck size={14} role="img" aria-label="done" /> : <Text size="xs">{at}</Text>}
      </ThemeIcon>
      <Stack gap={4} flex={1} miw={0}>
        {children}
      </Stack>
    </Group>
  );
}

/** One line: what it is, in a second what to do, and the way to it. */
function Line(props: { readonly title: ReactNode; readonly note?: ReactNode; readonly action?: ReactNode }) {
  const { title, note, action } = props;
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={500}>{title}</Text>
        {note === undefined ? null : (
          <Text size="xs" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </div>
      {action}
    </Group>
  );
}

function Exceptions({ month, open }: { readonly month: Month; readonly open: Readiness['openExceptions'] }) {
  const { period, review } = month;
  if (open.count === 0) {
    return (
      <Line
        title="No exception is open"
        note={
          open.lookedAt === null
            ? 'Reconciliation has not looked at these days yet'
            : open.pending
              ? 'Reconciliation is looking again; there may be others'
              : undefined
        }
      />
    );
  }
  return (
    <>
      <Line
        title={openExceptionsWords(open)}
        note={
          <>
            <Sums month={month} />
            <KindLinks period={period} open={open} />
          </>
        }
        action={
          <ButtonLink size="xs" to={exceptionsPath({ state: 'open', period })}>
            Review
          </ButtonLink>
        }
      />
      <Button
        size="compact-xs"
        variant="subtle"
        w="fit-content"
        aria-pressed={review.leavesOpen}
        onClick={() => review.leaveOpen(!review.leavesOpen)}
      >
        {review.leavesOpen ? 'Review them first' : `Close with ${grouped(open.count)} open`}
      </Button>
    </>
  );
}

/** What the adjusted ones have lost, in each of their units. */
function Sums({ month: { period } }: { readonly month: Month }) {
  const bounds = periodBounds(period);
  const filter = {
    state: ['open' as const],
    kind: ['adjusted' as const],
    recordFrom: bounds?.from,
    recordTo: bounds?.to,
  };
  const { data } = useCall(
    'exceptions.page',
    { filter, offset: 0, limit: 1 },
    { enabled: bounds !== null, refreshOn: ['exceptions'], of: JSON.stringify(period) },
  );
  return (data?.totals ?? []).map(({ unit, delta }) =>
    unit === null || delta === null ? null : (
      <span key={unit}>
        <MoneyText value={delta} unit={unit} currency={unit} sign />{' '}
      </span>
    ),
  );
}

function Reviewed({ month: { review, statement } }: { readonly month: Month }) {
  if (review.statement === 'reviewed') return <Line title="Statement reviewed" />;
  return (
    <Line
      title={review.statement === 'changed' ? 'The statement changed since its review' : 'Statement not reviewed yet'}
      note="Read it, then mark it as reviewed"
      action={
        <Button size="xs" disabled={statement.data === undefined} onClick={review.mark}>
          Mark
        </Button>
      }
    />
  );
}

/** The opening where no close before has locked one, and the closing as the dashboard has it. */
function Balance({ month }: { readonly month: Month }) {
  const { period, balances, statement } = month;
  const { data, failure, refresh } = statement;
  const accounts = (data?.statement.tokens ?? []).filter(({ noClosing }) => noClosing !== 'no-credits-in-token');
  return (
    <>
      <Line
        title="Enter the balance from your dashboard"
        note={`At the end of ${monthName(period)}, ${period.timeZone}`}
      />
      <FailureNotice failure={failure} onRetry={refresh} />
      {accounts.map(({ token, opening }) =>
        token === null ? null : (
          <Stack key={token} gap={4}>
            {opening?.source === 'previous-close' ? null : (
              <>
                <Text size="xs" c="dimmed">
                  {tokenWords(token)} when it began; later months take it from the close before
                </Text>
                <BalanceField
                  label={`Opening balance of ${tokenWords(token)}`}
                  balance="opening"
                  token={token}
                  balances={balances}
                />
                <Text size="xs" c="dimmed">
                  {tokenWords(token)} when it ended
                </Text>
              </>
            )}
            <BalanceField
              label={`Reported balance of ${tokenWords(token)}`}
              balance="closing"
              token={token}
              balances={balances}
            />
            <ReadAtField token={token} month={month} />
          </Stack>
        ),
      )}
    </>
  );
}

/** When the dashboard showed the balance: what moved since the end is told from what is not known. */
function ReadAtField({ token, month: { period, balances } }: { readonly token: string; readonly month: Month }) {
  const typed = balances.typed.find((one) => one.token === token);
  if (typed?.closing === undefined) return null;
  const kept = typed.readAt === undefined ? '' : (localMinute(typed.readAt, period.timeZone) ?? '');
  return <ReadAt key={kept} kept={kept} period={period} onRead={(at) => balances.readAt(token, at)} />;
}

/** What is no time yet stays in the field, and the time before it in force. */
function ReadAt(props: {
  readonly kept: string;
  readonly period: Period;
  readonly onRead: (at: string | null) => void;
}) {
  const { kept, period, onRead } = props;
  const [draft, setDraft] = useState(kept);
  return (
    <DayField
      className="mc-no-print"
      size="xs"
      withTime
      label={`Read on the dashboard at (${period.timeZone})`}
      description={`Empty: at the end of ${monthName(period)}`}
      day={draft}
      onDay={(next) => {
        setDraft(next);
        const at = instantOfLocal(next, period.timeZone);
        if (next === '' || at !== null) onRead(at);
      }}
    />
  );
}

/** One line while all hold; a warning with the way to them where some do not. */
function Technical({ month, answer }: { readonly month: Month; readonly answer: Readiness }) {
  const checks = technical(answer.requirements);
  const missing = checks.filter(({ met }) => !met).length;
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        {missing === 0 ? (
          <IconCheck size={16} color="var(--mc-good-text)" aria-hidden="true" />
        ) : (
          <IconAlertTriangle size={16} color="var(--mc-warn-text)" aria-hidden="true" />
        )}
        <Text c={missing === 0 ? 'dimmed' : 'inherit'}>
          {missing === 0 ? 'Everything else is in order' : `${missing} of ${checks.length} checks are missing`}
        </Text>
      </Group>
      <Anchor size="sm" href={hashHref(keptPath(month))}>
        {checks.length} checks
      </Anchor>
    </Group>
  );
}

/** The checks of this month, with what was typed and seen to. */
function keptPath({ period, balances, review }: Month): string {
  const path = closingPath(period, balances.typed);
  const now = new URLSearchParams(window.location.hash.split('?')[1] ?? '');
  const kept = ['reviewed', 'leaving'].flatMap((name) => {
    const text = now.get(name);
    return text === null || (name === 'reviewed' && review.statement === 'not-yet') ? [] : `&${name}=${text}`;
  });
  return `${path}${kept.join('')}`;
}
