/**
 * The page of one withdrawal: what its state means for the money, the equation, the whole address, the transaction, every
 * field. Not here: reading it (use-withdrawal.ts).
 */
import { screenPath } from '../../../domain/screens.ts';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Withdrawal } from '../../../domain/withdrawal.ts';
import { toEpochMs } from '../../../domain/time.ts';
import {
  ApartButton,
  CopyText,
  EmptyState,
  Fact,
  FactGrid,
  FailureNotice,
  ForeignText,
  hashHref,
  InstantText,
  NotSeenNotice,
  Notice,
  PageFrame,
  Panel,
  plainText,
  ReadAgainButton,
  StatusBadge,
  useNow,
  ZoneNote,
} from '../../ui/index.ts';
import { EquationPanel } from './equation-panel.tsx';
import { DestinationPanel, TransactionPanel } from './chain-panels.tsx';
import { recordFields } from './record-fields.ts';
import { useWithdrawal, type WithdrawalAnswer, type WithdrawalState } from './use-withdrawal.ts';
import { chainCaution, waitingWords, withdrawalState } from './withdrawal-view.ts';
import './withdrawals.css';

export interface WithdrawalPageProps {
  readonly uuid: string;
  /** The changes of this withdrawal that were seen. */
  readonly history: ReactNode;
}

/** Everything the console knows about one withdrawal. */
export function WithdrawalPage({ uuid, history }: WithdrawalPageProps): ReactNode {
  const state = useWithdrawal(uuid);
  const { answer, failure, isReading, readAgain } = state;
  return (
    <PageFrame
      title="Withdrawal"
      windowTitle={`Withdrawal ${plainText(uuid.slice(0, 8))}`}
      back={
        <a className="mc-link" href={hashHref(screenPath('withdrawals'))}>
          Withdrawals
        </a>
      }
      subtitle={answer === undefined ? undefined : <Subtitle answer={answer} />}
      actions={
        <>
          <ZoneNote />
          <ApartButton />
          <ReadAgainButton isReading={isReading} onReadAgain={readAgain} />
        </>
      }
    >
      {failure !== undefined && answer !== undefined ? <FailureNotice failure={failure} onRetry={readAgain} /> : null}
      <Body state={state} uuid={uuid} history={history} />
    </PageFrame>
  );
}

function Subtitle({ answer: { withdrawal } }: { readonly answer: WithdrawalAnswer }): ReactNode {
  return (
    <div className="mc-withdrawal-subtitle">
      <StatusBadge kind="withdrawal" status={withdrawal.status} />
      <CopyText value={withdrawal.uuid} label="withdrawal id" />
    </div>
  );
}

function Body({ state, uuid, history }: WithdrawalPageProps & { readonly state: WithdrawalState }): ReactNode {
  const { answer, failure, readAgain } = state;
  if (answer !== undefined) return <Detail answer={answer} history={history} />;
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="The API knows no withdrawal with this id">
        {plainText(uuid.slice(0, 200))} is not in the mirror, and the API has no such withdrawal for this business.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load">
        <FailureNotice failure={failure} onRetry={readAgain} />
      </EmptyState>
    );
  }
  return (
    <div className="mc-withdrawal" role="status" aria-label="Loading the withdrawal">
      <Skeleton height={160} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  );
}

function Detail({ answer, history }: { readonly answer: WithdrawalAnswer; readonly history: ReactNode }): ReactNode {
  const { withdrawal } = answer;
  return (
    <div className="mc-withdrawal">
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
      <RecordPanel withdrawal={withdrawal} />
    </div>
  );
}

function StatePanel({ answer: { withdrawal, asOf, source } }: { readonly answer: WithdrawalAnswer }): ReactNode {
  const now = useNow(60_000);
  const { headline, detail } = withdrawalState(withdrawal);
  const caution = chainCaution(withdrawal);
  const created = withdrawal.created_at === null ? null : toEpochMs(withdrawal.created_at);
  return (
    <Panel>
      <h2 className="mc-withdrawal-headline">{plainText(headline.slice(0, 200))}</h2>
      <p className="mc-withdrawal-detail">
        <ForeignText text={detail} />
        {withdrawal.status === 'pending' ? ` It has been ${waitingWords(created, now)}.` : null}
      </p>
      {caution === null ? null : <p className="mc-withdrawal-detail">{caution}</p>}
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
        <Fact label={source === 'api' ? 'Read from the API' : 'Read from the API (the mirror’s copy)'}>
          <InstantText value={asOf} withAge />
        </Fact>
      </FactGrid>
    </Panel>
  );
}

/** Longer values scroll in their place. */
const SCROLLS_FROM = 300;

function RecordPanel({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  return (
    <Panel title="Record" note="Every field, in the API’s words">
      <dl className="mc-withdrawal-record">
        {recordFields(withdrawal).map(({ name, value, known }) => (
          <div key={`${known} ${name}`}>
            <dt className="mc-mono">
              <ForeignText text={known ? name : `${name} (not in the specification)`} />
            </dt>
            <dd
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              tabIndex={value !== null && value.length > SCROLLS_FROM ? 0 : undefined}
            >
              {value === null ? <em>null</em> : <ForeignText text={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
