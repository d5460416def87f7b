// The safe single resend: one button whose verb fits the state of the delivery, the question before it where one is
// due, and what came of it.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type Delivery, deliveryState } from '../../../../domain/delivery.ts';
import { toEpochMs } from '../../../../domain/time.ts';
import { useWriteBar } from '../../../bridge/index.ts';
import { AgeText, failureWords, TimeOfDayText, useNow, useOwnNow } from '../../../ui/index.ts';
import { PastResends, ResendOutcomeNotice } from './resend-outcome.tsx';
import { mayStart, type Pause, pauseAfter } from './resend-state.ts';
import { countdown, resendOffer, warningWords } from './resend-words.ts';
import { type Resend, useResend } from './use-resend.ts';

export interface ResendControlProps {
  readonly invoiceUuid: string;
  /** The delivery a resend would send; null when there is none. */
  readonly latest: Delivery | null;
  /** Reads the deliveries from the API now. */
  readonly onLook: () => void;
  readonly isLooking: boolean;
}

/** Button, question, outcome, and the resends before. */
export function ResendControl({ invoiceUuid, latest, onLook, isLooking }: ResendControlProps): ReactNode {
  const resend = useResend(invoiceUuid);
  const { state, past } = resend;
  const now = useOwnNow();
  const pause = pauseAfter(state.kind === 'ended' ? [state.report, ...past] : past, now);
  const isInFlight = latest !== null && deliveryState(latest) === 'in-flight';
  // A delivery that is known to be in flight is looked at again by its own list.
  useLookAfter(pause?.why === 'in-flight' && !isInFlight, onLook);
  const shownId = state.kind === 'idle' ? null : state.intentId;
  const before = past.filter(({ intentId }) => intentId !== shownId);
  if (latest === null && state.kind === 'idle' && before.length === 0) return null;
  return (
    <Stack gap="xs">
      <Offer latest={latest} resend={resend} pause={pause} isLooking={isLooking} />
      <ResendOutcomeNotice state={state} pause={pause} />
      {state.kind === 'confirming' ? <Question resend={resend} latest={latest} /> : null}
      <PastResends reports={before} />
    </Stack>
  );
}

/** Reads once when the wait ends. Reading only: what is offered then is a person's to take. */
function useLookAfter(waits: boolean, onLook: () => void): void {
  const look = useEffectEvent(onLook);
  const waited = useRef(false);
  useEffect(() => {
    if (waited.current && !waits) look();
    waited.current = waits;
  }, [waits]);
}

function Offer(props: {
  readonly latest: Delivery | null;
  readonly resend: Resend;
  readonly pause: Pause | null;
  readonly isLooking: boolean;
}): ReactNode {
  const { latest, resend, pause, isLooking } = props;
  const { state, start } = resend;
  const offer = resendOffer(latest);
  const isFree = mayStart(state);
  const bar = useWriteBar();
  const blocked = bar === null ? offer.blocked : `Not possible now. ${failureWords(bar).sentence}`;
  // What was in flight is offered again by what the reading found, not by what was known before.
  const awaits = isLooking && state.kind === 'ended';
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="xs" c="dimmed" maw="84ch" id="resend-reason">
        {isFree ? (
          <Reason blocked={blocked} pause={pause} byItselfAt={offer.byItselfAt} caution={offer.caution} />
        ) : state.kind === 'confirming' ? (
          'You are being asked; nothing is sent before you say so.'
        ) : (
          'A resend is under way; another is offered once its end is known.'
        )}
      </Text>
      <Button
        leftSection={<IconSend size={16} aria-hidden="true" />}
        variant="default"
        size="xs"
        style={{ flex: 'none' }}
        loading={state.kind === 'sending'}
        disabled={!isFree || blocked !== null || pause !== null || awaits}
        aria-describedby="resend-reason"
        onClick={start}
      >
        {pause === null ? offer.verb : pauseWords(pause)}
      </Button>
    </Group>
  );
}

function pauseWords({ why, leftMs, isGuess }: Pause): string {
  if (why === 'in-flight') return `Checking in ${countdown(leftMs)}`;
  return isGuess ? `Perhaps possible in ${countdown(leftMs)}` : `Possible in ${countdown(leftMs)}`;
}

function Reason(props: {
  readonly blocked: string | null;
  readonly pause: Pause | null;
  readonly byItselfAt: string | null;
  readonly caution: string | null;
}): ReactNode {
  const { blocked, pause, byItselfAt, caution } = props;
  const now = useNow();
  if (blocked !== null) return blocked;
  if (pause?.isGuess === true)
    return 'The API asks for a pause and does not say how long; the countdown is a guess. Nothing is sent by itself.';
  if (pause?.why === 'too-soon') return 'The API takes another resend after the countdown. Nothing is sent by itself.';
  if (pause?.why === 'in-flight') return 'An attempt is on its way. Its result is read before another is offered.';
  if (byItselfAt === null) return caution;
  const isOverdue = (toEpochMs(byItselfAt) ?? now) <= now;
  return (
    <>
      {isOverdue ? 'It was due to go out by itself at ' : 'It goes out by itself at '}
      <TimeOfDayText value={byItselfAt} /> (<AgeText since={byItselfAt} />
      ). {isOverdue ? 'Whether it did is not read yet. ' : ''}
      {caution}
    </>
  );
}

function Question({ resend, latest }: { readonly resend: Resend; readonly latest: Delivery | null }): ReactNode {
  const { state, confirm, decline, isAsking } = resend;
  const bar = useWriteBar();
  if (state.kind !== 'confirming') return null;
  const words = warningWords(state.warning);
  return (
    <Modal opened onClose={decline} title={words.title} closeButtonProps={{ 'aria-label': 'Close without sending' }}>
      <Text>{words.text}</Text>
      {bar === null ? null : (
        <Text size="sm" c="dimmed" mt="sm" id="resend-bar">
          Not possible now. {failureWords(bar).sentence}
        </Text>
      )}
      {latest === null ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          X-Webhook-Id <span className="mc-mono">{latest.uuid}</span>
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={decline}>
          Do not send
        </Button>
        <Button
          loading={isAsking}
          disabled={bar !== null}
          aria-describedby={bar === null ? undefined : 'resend-bar'}
          onClick={confirm}
        >
          {words.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
