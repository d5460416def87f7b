// The last look before a close: what is open first, then the figures that are locked, what is missing and why it is
// closed all the same.
import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lastDay } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import { Notice, periodWords, Table, tokenWords } from '../../../ui/index.ts';
import { KindLinks, openExceptionsWords } from '../closes/open-exceptions.tsx';
import { MAX_REASON, MIN_REASON, reasonAgainst, requirementWords } from '../closes/words.ts';
import type { Month, Readiness } from './use-month.ts';

/** `onEnd` when it is closed or left. */
export function CloseDialog(props: {
  readonly month: Month;
  readonly tokens: readonly TokenStatement[];
  readonly readiness: Readiness;
  readonly onEnd: () => void;
}): ReactNode {
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
    <Modal opened onClose={onEnd} title={`Close ${periodWords(period)}?`} size={560}>
      <Stack gap="sm">
        {open.count === 0 ? null : (
          <Notice tone="warn" title={`${openExceptionsWords(open)}, and stay so`}>
            The figures are locked as they are.
            <KindLinks period={period} open={open} />
          </Notice>
        )}
        <Text size="sm" c="dimmed">
          {period.from} – {lastDay(period)}, whole days of {period.timeZone}
        </Text>
        {tokens.map((account) => (
          <Balances key={account.token ?? '(none)'} account={account} />
        ))}
        {missing.length === 0 ? null : (
          <>
            <Text size="sm">Missing, and always shown with the statement:</Text>
            <List size="sm">
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
        <Text size="sm" c="dimmed">
          Statement, tie-out and every row they rest on are locked and hashed. They cannot be changed or opened again by
          anybody. What the API changes later is carried by the month that first sees it, and the next month opens with
          the calculated balance.
        </Text>
        {against === null ? null : (
          <Text size="sm" role="status">
            {against}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onEnd} data-autofocus>
            Do not close
          </Button>
          <Button leftSection={<IconLock size={16} aria-hidden="true" />} disabled={against !== null} onClick={lock}>
            Close and lock
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Balances({ account }: { readonly account: TokenStatement }): ReactNode {
  const { token, opening, movement, impliedClosing, typedClosing, difference, noClosing } = account;
  const lines: readonly (readonly [title: string, amount: string | null])[] =
    noClosing === 'no-credits-in-token'
      ? [['Net change, no balance', movement]]
      : [
          ['Opening balance', opening?.amount ?? null],
          ['Net change', movement],
          ['Calculated balance', impliedClosing],
          ['Reported balance', typedClosing],
          ['Difference, reported − calculated', difference],
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
