// A closed month that was wrong: what would be locked in its place, beside what is locked, and why. Nothing of the first close is changed.
import { Group, List, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { BALANCE_WORDS } from '../../../../domain/period/line-words.ts';
import type { CheckedClose, RequirementStanding } from '../../../../domain/period/close.ts';
import { CREDIT_TOKEN, type Statement, type TypedBalance } from '../../../../domain/period/statement.ts';
import { useAction, useCall } from '../../../bridge/index.ts';
import { ActionDialog, AmountField, FailureNotice, MoneyText, Table, typedText } from '../../../ui/index.ts';
import { amountTyped, periodWords, tokenWords } from '../../../parts/index.ts';
import { isHard, MAX_REASON, MIN_REASON, REFUSAL_WORDS, requirementWords } from './words.ts';

type Account = Statement['tokens'][number];

const UNIT = tokenWords(CREDIT_TOKEN);

const accountOf = (statement: Statement | undefined): Account | undefined =>
  statement?.tokens.find(({ token }) => token === CREDIT_TOKEN);

/** Opened by being there. */
export function CorrectDialog({ close, onClose }: { readonly close: CheckedClose; readonly onClose: () => void }) {
  const { statement } = close.document;
  const { period } = statement;
  const locked = accountOf(statement);
  const isFirst = locked?.opening?.source === 'typed';
  // The same close however often it is sent.
  const [intentId] = useState(() => crypto.randomUUID());
  const [opening, setOpening] = useState(isFirst ? typedText(locked.opening?.amount ?? '') : '');
  const [closing, setClosing] = useState(typedText(locked?.typedClosing ?? ''));
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const action = useAction('periods.close');
  const input = { period, typed: [balanceOf(locked, opening, closing)], supersedes: close.id };
  const preview = useCall('reconciliation.statement', input, { of: JSON.stringify(input) });
  const readiness = useCall('periods.readiness', input, { of: JSON.stringify(input) });
  const missing = readiness.data?.requirements.filter(({ met }) => !met) ?? [];
  const hard = missing.find(({ requirement }) => isHard(requirement));
  const isLooking = [preview, readiness].some(({ data, isPrevious }) => data === undefined || isPrevious);
  const bar =
    (isFirst && amountTyped(opening) === null) || (closing.trim() !== '' && amountTyped(closing) === null)
      ? `A balance is no amount: ${typedText('1250.00')}.`
      : barOf({ isLooking, hard, reason });
  const submit = async (): Promise<void> => {
    const wish = { intentId, ...input, supersedes: { closeId: close.id, reason: reason.trim() } };
    const known = missing.map(({ requirement }) => requirement);
    const answer = await action.run(missing.length === 0 ? wish : { ...wish, overrideReason: reason.trim(), known });
    if (answer?.ok !== true) return;
    if (answer.value.outcome === 'closed') onClose();
    else setRefused(REFUSAL_WORDS[answer.value.reason]);
  };
  return (
    <ActionDialog
      title={`Supersede the close of ${periodWords(period)}?`}
      label="Close anew and lock"
      cancel="Leave it as it is"
      action={action}
      bar={bar}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text c="dimmed">
        Both closes are kept and shown. The new one has what the mirror has now, and names the SHA-256 of this one. A
        later month that was opened with its closing says so, until that is superseded in turn.
      </Text>
      <Group grow gap="sm" align="flex-start">
        {isFirst ? (
          <AmountField
            label={`Opening balance of ${UNIT}`}
            unit={UNIT}
            data-autofocus
            text={opening}
            onText={setOpening}
          />
        ) : null}
        <AmountField label={`Reported balance of ${UNIT}`} unit={UNIT} text={closing} onText={setClosing} />
      </Group>
      <Beside was={locked} is={accountOf(preview.data?.statement)} />
      <FailureNotice failure={preview.failure ?? readiness.failure} onRetry={preview.refresh} />
      {missing.length === 0 ? null : (
        <>
          <Text>Missing now, and always shown with the new close; the reason is given for it too:</Text>
          <List>
            {missing.map((standing) => (
              <List.Item key={standing.requirement}>{requirementWords(standing).title}</List.Item>
            ))}
          </List>
        </>
      )}
      <Textarea
        label="Why the close was wrong"
        description="Kept in the new close, word for word, and part of its SHA-256"
        value={reason}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={Math.min(MAX_REASON, MAX_CORRECTION)}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {refused === null ? null : <Text role="alert">{refused}</Text>}
    </ActionDialog>
  );
}

/** What is typed, with the time at which the locked closing was read. An opening is the first close's alone. */
function balanceOf(locked: Account | undefined, opening: string, closing: string): TypedBalance {
  const [first, last] = [amountTyped(opening), amountTyped(closing)];
  const readAt = locked?.typedReadAt ?? null;
  return {
    token: CREDIT_TOKEN,
    ...(first === null ? {} : { opening: first }),
    ...(last === null ? {} : { closing: last }),
    ...(last === null || readAt === null ? {} : { readAt }),
  };
}

function barOf(of: {
  readonly isLooking: boolean;
  readonly hard: RequirementStanding | undefined;
  readonly reason: string;
}): string | null {
  if (of.isLooking) return 'Looking at what is there.';
  if (of.hard !== undefined) return `Not possible: “${requirementWords(of.hard).title}” is missing.`;
  return of.reason.trim().length < MIN_REASON ? `Give the reason, in at least ${MIN_REASON} characters.` : null;
}

const MAX_CORRECTION = 500;

function Beside({ was, is }: { readonly was: Account | undefined; readonly is: Account | undefined }) {
  const lines: readonly (readonly [title: string, of: (account: Account) => string | null])[] = [
    [BALANCE_WORDS.opening, ({ opening }) => opening?.amount ?? null],
    [BALANCE_WORDS.movement, ({ movement }) => movement],
    [BALANCE_WORDS.calculated, ({ impliedClosing }) => impliedClosing],
    [BALANCE_WORDS.reported, ({ typedClosing }) => typedClosing],
    ['Difference', ({ difference }) => difference],
  ];
  const amount = (value: string | null | undefined): ReactNode => (
    <MoneyText value={value ?? null} unit={CREDIT_TOKEN} onPaper />
  );
  return (
    <Table
      label="What is locked, and what would be"
      rows={lines}
      keyOf={([title]) => title}
      columns={({ cell }) => [
        cell(tokenWords(CREDIT_TOKEN), ([title]) => title),
        cell('Locked', ([, of]) => amount(was === undefined ? null : of(was)), { isFigure: true }),
        cell('New', ([, of]) => amount(is === undefined ? null : of(is)), { isFigure: true }),
      ]}
    />
  );
}
