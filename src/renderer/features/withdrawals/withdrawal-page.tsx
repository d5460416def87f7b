// The page of one withdrawal: what its state means for the money, the equation, the whole address, the transaction,
// every field.
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { toEpochMs } from '../../../domain/time.ts';
import { type RecordState, useAction, useCall, useReadBar, useRecord } from '../../bridge/index.ts';
import {
  ApartButton,
  CopyText,
  Fact,
  FactGrid,
  FieldsPanel,
  ForeignText,
  InstantText,
  MoneyText,
  Notice,
  NotSeenNotice,
  Panel,
  plainText,
  ReadAgainButton,
  RecordPage,
  StatusBadge,
  useNow,
} from '../../ui/index.ts';
import { DestinationPanel, TransactionPanel } from './chain-panels.tsx';
import { chainCaution, equationOf, waitingWords, withdrawalState } from './withdrawal-view.ts';
import type { Withdrawal } from '../../../domain/withdrawal.ts';
import type { CallOutput } from '../../../contract/calls.ts';
import classes from './withdrawals.module.css';

export interface WithdrawalPageProps {
  readonly uuid: string;
  /** The changes of this withdrawal that were seen. */
  readonly history: ReactNode;
}

/** Everything the console knows about one withdrawal. */
export function WithdrawalPage({ uuid, history }: WithdrawalPageProps): ReactNode {
  const state = useWithdrawal(uuid);
  const isOffline = useReadBar() !== null;
  const withdrawal = state.answer?.withdrawal;
  return (
    <RecordPage
      kind="withdrawal"
      id={uuid}
      title={uuid.slice(0, 8)}
      state={state}
      asOf={state.answer?.asOf}
      isOffline={isOffline}
      subtitle={
        withdrawal === undefined ? undefined : (
          <Group gap="xs" wrap="nowrap">
            <StatusBadge kind="withdrawal" status={withdrawal.status} />
            <CopyText value={withdrawal.uuid} label="withdrawal id" />
          </Group>
        )
      }
      actions={
        <>
          <ApartButton />
          <ReadAgainButton isReading={state.isReading} onReadAgain={state.readAgain} />
        </>
      }
    >
      {(answer) => <Detail answer={answer} history={history} />}
    </RecordPage>
  );
}

function Detail({ answer, history }: { readonly answer: WithdrawalAnswer; readonly history: ReactNode }): ReactNode {
  const { withdrawal } = answer;
  return (
    <Stack maw={1080}>
      {answer.missingSince === undefined ? null : (
        <NotSeenNotice kind="withdrawal" asOf={answer.asOf} missingSince={answer.missingSince} />
      )}
      <StatePanel answer={answer} />
      <EquationPanel withdrawal={withdrawal} />
      <DestinationPanel withdrawal={withdrawal} />
      <TransactionPanel withdrawal={withdrawal} />
      <Notice tone="quiet" title="Which invoices this withdrawal paid cannot be known">
        The API has no link between withdrawals and invoices, so the console shows none.
      </Notice>
      {history}
      <FieldsPanel record={withdrawal} />
    </Stack>
  );
}

function StatePanel({ answer: { withdrawal, asOf } }: { readonly answer: WithdrawalAnswer }): ReactNode {
  const now = useNow(60_000);
  const { headline, detail } = withdrawalState(withdrawal);
  const caution = chainCaution(withdrawal);
  const created = withdrawal.created_at === null ? null : toEpochMs(withdrawal.created_at);
  return (
    <Panel>
      <Title order={2} fz={20} lh="28px">
        {plainText(headline.slice(0, 200))}
      </Title>
      <Text c="var(--mc-text-soft)" mb="md">
        <ForeignText text={detail} />
        {withdrawal.status === 'pending' ? ` It has been ${waitingWords(created, now)}.` : null}
      </Text>
      {caution === null ? null : <Text mb="md">{caution}</Text>}
      <FactGrid>
        <Fact label="Requested">
          <InstantText value={withdrawal.created_at} />
        </Fact>
        <Fact label="Processed">
          <InstantText value={withdrawal.processed_at} />
        </Fact>
        {withdrawal.status === 'rejected' ? (
          <Fact label="Reject code">
            {withdrawal.reject_code === null ? 'none given' : <ForeignText text={withdrawal.reject_code} />}
          </Fact>
        ) : null}
        <Fact label="Refreshed">
          <InstantText value={asOf} withAge />
        </Fact>
      </FactGrid>
    </Panel>
  );
}

/** The three terms in one line, each under its name. */
function EquationPanel({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const { amount, commission, sent, remark } = equationOf(withdrawal);
  const token = withdrawal.token === null ? 'token not named' : plainText(withdrawal.token.slice(0, 24));
  const sentLabel = withdrawal.status === 'approved' ? 'Sent' : 'To send';
  return (
    <Panel title="Amount" note={`In ${token}. The network commission is inside the amount.`}>
      <div className={classes.equation}>
        <Term label="Requested" value={amount} />
        <span className={classes.equationSign}>−</span>
        <Term label="Network commission" value={commission} />
        <span className={classes.equationSign}>=</span>
        <Term label={sentLabel} value={sent} />
      </div>
      {remark === null ? null : (
        <Notice tone="warn" title="The equation">
          {remark}
        </Notice>
      )}
    </Panel>
  );
}

function Term({ label, value }: { readonly label: string; readonly value: string | null }): ReactNode {
  return (
    <div className={classes.equationTerm}>
      <span className={classes.equationLabel}>{label}</span>
      <span className={classes.equationValue}>
        <MoneyText value={value} missing="not named" />
      </span>
    </div>
  );
}

type WithdrawalAnswer = CallOutput<'withdrawals.get'>;
type WithdrawalState = RecordState<WithdrawalAnswer>;

/** The withdrawal under the uuid. */
function useWithdrawal(uuid: string): WithdrawalState {
  const mirror = useCall('withdrawals.get', { uuid }, { refreshOn: ['withdrawals'] });
  const { run, busy } = useAction('withdrawals.get');
  return useRecord(uuid, mirror, { run: () => run({ uuid, fresh: true }), busy });
}
