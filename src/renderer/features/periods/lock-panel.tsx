/**
 * The lock: the reason where something is missing, a confirmation that says what it means, and one intent that is kept until it has an answer, so that
 * a retry is never a second close. Not here: what is missing (requirement-list.tsx).
 */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { CloseRefusal, RequirementStanding } from '../../../domain/close.ts';
import type { Period } from '../../../domain/period.ts';
import type { TypedBalance } from '../../../domain/statement.ts';
import { useAction } from '../../bridge/index.ts';
import { closedPeriodPath, FailureNotice, navigateTo, Notice, Panel, periodWords } from '../../ui/index.ts';
import { MAX_REASON, MIN_REASON, reasonAgainst, refusalWords, requirementWords } from './words.ts';

export interface LockProps {
  readonly period: Period;
  readonly typed: readonly TypedBalance[];
  /** Undefined while they are being looked at. */
  readonly requirements: readonly RequirementStanding[] | undefined;
  readonly isReading: boolean;
  /** Nothing was closed: what is there has to be looked at again. */
  readonly onRefused: () => void;
}

/** The end of the screen. */
export function LockPanel(props: LockProps): ReactNode {
  const { period, requirements, isReading } = props;
  const [reason, setReason] = useState('');
  const [isAsking, setAsking] = useState(false);
  const lock = useLock(props);
  const why = useId();
  const missing = requirements?.filter(({ met }) => !met) ?? [];
  const against = reasonAgainst(requirements, reason, isReading);
  const overrideReason = missing.length === 0 ? undefined : reason.trim();
  return (
    <Panel title="Lock">
      <div className="mc-lock">
        {missing.length === 0 ? null : (
          <Textarea
            label="Reason for closing although something is missing"
            description="Kept in the statement with what was missing, word for word, and part of its SHA-256."
            value={reason}
            minRows={2}
            autosize
            maxRows={8}
            maxLength={MAX_REASON}
            minLength={MIN_REASON}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {lock.refused === null ? null : (
          <Notice tone="warn" title="Not closed">
            {refusalWords(lock.refused)}
          </Notice>
        )}
        {lock.failure === undefined ? null : (
          <FailureNotice
            failure={lock.failure}
            onRetry={() => void lock.close(overrideReason)}
            retryLabel="Try the same close again"
          />
        )}
        <Group>
          <Button
            leftSection={<IconLock size={16} aria-hidden="true" />}
            disabled={against !== null}
            loading={lock.isBusy}
            aria-describedby={why}
            onClick={() => setAsking(true)}
          >
            Close {periodWords(period)}
          </Button>
          <p id={why} className="mc-reading-words" role="status">
            {against ?? 'The statement is computed once more and locked as it is then.'}
          </p>
        </Group>
      </div>
      {isAsking ? (
        <Confirmation
          period={period}
          missing={missing}
          reason={overrideReason}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void lock.close(overrideReason);
          }}
        />
      ) : null}
    </Panel>
  );
}

function Confirmation(props: {
  readonly period: Period;
  readonly missing: readonly RequirementStanding[];
  readonly reason: string | undefined;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  const { period, missing, reason, onCancel, onConfirm } = props;
  return (
    <Modal opened onClose={onCancel} title={`Close ${periodWords(period)}?`} size={520}>
      <p className="mc-lock-words">
        The statement, the tie-out and every row they rest on are locked and hashed. They cannot be changed or opened
        again, by nobody. What the API changes later stands apart as a prior-period adjustment, and the next period
        opens with this closing.
      </p>
      {missing.length === 0 ? null : (
        <div className="mc-lock-words">
          <p>Locked with it, and always shown with the statement:</p>
          <ul>
            {missing.map((standing) => (
              <li key={standing.requirement}>Missing: {requirementWords(standing).title.toLowerCase()}</li>
            ))}
            <li>Your reason: “{reason}”</li>
          </ul>
        </div>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Do not close
        </Button>
        <Button leftSection={<IconLock size={16} aria-hidden="true" />} onClick={onConfirm}>
          Close and lock
        </Button>
      </Group>
    </Modal>
  );
}

interface Intent {
  readonly id: string;
  /** What is asked for; another wish is another intent. */
  readonly wish: string;
}

/** One wish, one intent: a lost answer is asked for again under the same id. */
function useLock({ period, typed, requirements = [], onRefused }: LockProps) {
  const action = useAction('periods.close');
  const [intent, setIntent] = useState<Intent | null>(null);
  const [refused, setRefused] = useState<CloseRefusal | null>(null);
  const close = async (overrideReason: string | undefined): Promise<void> => {
    // The reason was given for what was missing then; should something else be missing by now, nothing is closed.
    const known = requirements.flatMap(({ requirement, met }) => (met ? [] : requirement));
    const wish = { period, typed: [...typed], ...(overrideReason === undefined ? {} : { overrideReason, known }) };
    const present = keptIntent(intent, JSON.stringify(wish));
    setIntent(present);
    setRefused(null);
    const result = await action.run({ intentId: present.id, ...wish });
    if (!result.ok) return;
    const answer = result.value;
    if (answer.outcome === 'closed') {
      navigateTo(closedPeriodPath(answer.close.id));
      return;
    }
    // It has its answer: the next try is a wish of its own.
    setIntent(null);
    setRefused(answer.reason);
    onRefused();
  };
  return { close, refused, isBusy: action.busy, failure: action.failure };
}

function keptIntent(intent: Intent | null, wish: string): Intent {
  return intent?.wish === wish ? intent : { id: crypto.randomUUID(), wish };
}
