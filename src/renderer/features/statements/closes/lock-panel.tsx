/**
 * The lock: the reason where something is missing, and a last dialog that repeats what is locked. Not here: what is missing (requirement-list.tsx),
 * the close from the click to its answer (use-close.ts).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { RequirementStanding } from '../../../../domain/close.ts';
import type { Period } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import { FailureNotice, hashHref, Notice, Panel, periodWords, type TypedBalances } from '../../../ui/index.ts';
import { LockFigures } from './lock-figures.tsx';
import { KindLinks, type OpenExceptions, openExceptionsWords } from './open-exceptions.tsx';
import type { Closing } from './use-close.ts';
import { MAX_REASON, MIN_REASON, reasonAgainst, refusalWords, requirementWords } from './words.ts';

export interface LockProps {
  readonly period: Period;
  readonly balances: TypedBalances;
  /** The accounts as they stand for what is typed; undefined while they are computed. */
  readonly tokens: readonly TokenStatement[] | undefined;
  readonly requirements: readonly RequirementStanding[];
  /** Exceptions of the period that nobody has settled. */
  readonly open: OpenExceptions;
  /** They are of what was typed before, or could not be looked at: nothing is decided by them, but nothing moves under the pointer either. */
  readonly isLooking: boolean;
  readonly isReading: boolean;
  readonly closing: Closing;
}

/** The end of the screen. */
export function LockPanel(props: LockProps): ReactNode {
  const { period, balances, tokens, isReading, isLooking, closing } = props;
  const requirements = isLooking ? undefined : props.requirements;
  const [reason, setReason] = useState('');
  const [isAsking, setAsking] = useState(false);
  const why = useId();
  const missing = props.requirements.filter(({ met }) => !met);
  const { standing } = closing;
  const against =
    standing.kind === 'lost'
      ? 'Ask for the answer to the last close first.'
      : (balances.bar ?? reasonAgainst({ requirements, isComputed: tokens !== undefined, reason, isReading }));
  const overrideReason = missing.length === 0 ? undefined : reason.trim();
  const lock = (): void => {
    setAsking(false);
    // The reason was given for what is missing now; should something else be missing by then, nothing is closed.
    const known = missing.map(({ requirement }) => requirement);
    const wish = { period, typed: [...balances.typed] };
    closing.close(overrideReason === undefined ? wish : { ...wish, overrideReason, known });
  };
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
        <Outcome closing={closing} />
        <Group>
          <Button
            leftSection={<IconLock size={16} aria-hidden="true" />}
            disabled={against !== null}
            loading={closing.isBusy}
            aria-describedby={why}
            onClick={() => setAsking(true)}
          >
            Close {periodWords(period)}
          </Button>
          <p id={why} className="mc-reading-words" role="status">
            {closing.isBusy
              ? 'Closing. You can leave this screen; you are told when it has ended.'
              : (against ?? 'The statement is computed once more and locked as it is then.')}
          </p>
        </Group>
      </div>
      {isAsking && tokens !== undefined ? (
        <Confirmation
          period={period}
          tokens={tokens}
          missing={missing}
          open={props.open}
          reason={overrideReason}
          against={against}
          onCancel={() => setAsking(false)}
          onConfirm={lock}
        />
      ) : null}
    </Panel>
  );
}

/** What came of the last try. */
function Outcome({ closing: { standing, isBusy, askAgain } }: { readonly closing: Closing }): ReactNode {
  switch (standing.kind) {
    case 'none':
      return null;
    case 'refused':
      return (
        <Notice tone="warn" title="Not closed">
          {refusalWords(standing.reason)}
        </Notice>
      );
    case 'failed':
      return <FailureNotice failure={standing.failure} />;
    case 'lost':
      return (
        <Notice
          tone="warn"
          title="The answer did not come"
          action={isBusy ? undefined : { label: 'Ask for the answer again', run: askAgain }}
        >
          The period may have been closed; look at the{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('months'))}>
            list of closed periods
          </a>
          . Asking again sends exactly the same close, which is never made a second time.
        </Notice>
      );
  }
}

function Confirmation(props: {
  readonly period: Period;
  readonly tokens: readonly TokenStatement[];
  readonly missing: readonly RequirementStanding[];
  readonly open: OpenExceptions;
  readonly reason: string | undefined;
  readonly against: string | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  const { period, tokens, missing, open, reason, against, onCancel, onConfirm } = props;
  return (
    <Modal opened onClose={onCancel} title={`Close ${periodWords(period)}?`} size={560}>
      <LockFigures period={period} tokens={tokens} />
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
      {open.count === 0 ? null : (
        <div className="mc-lock-words">
          <p>{openExceptionsWords(open)}, and stay so; the figures are locked as they are:</p>
          <KindLinks period={period} open={open} />
        </div>
      )}
      <p className="mc-lock-words">
        The statement, the tie-out and every row they rest on are locked and hashed. They cannot be changed or opened
        again by anybody. What the API changes later stands apart as a prior-period adjustment, and the next period
        opens with the implied closing.
      </p>
      {against === null ? null : (
        <p className="mc-lock-words" role="status">
          {against}
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Do not close
        </Button>
        <Button leftSection={<IconLock size={16} aria-hidden="true" />} disabled={against !== null} onClick={onConfirm}>
          Close and lock
        </Button>
      </Group>
    </Modal>
  );
}
