/**
 * The safe single resend: one button whose verb fits the state of the delivery, the question before it where one is due, and
 * what came of it. Not here: the law (resend-state.ts), the calls (use-resend.ts), the words (resend-words.ts).
 */
import { Button, Group, Modal, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Delivery } from '../../../domain/delivery.ts';
import { useWriteBar } from '../../bridge/index.ts';
import { failureWords, useOwnNow } from '../../ui/index.ts';
import { PastResends, ResendOutcomeNotice } from './resend-outcome.tsx';
import { mayStart, tooSoonForMs } from './resend-state.ts';
import { countdown, resendOffer, warningWords } from './resend-words.ts';
import { type Resend, useResend } from './use-resend.ts';

export interface ResendControlProps {
  readonly invoiceUuid: string;
  /** The delivery a resend would send; null when there is none. */
  readonly latest: Delivery | null;
}

/** Button, question, outcome, and the resends before. */
export function ResendControl({ invoiceUuid, latest }: ResendControlProps): ReactNode {
  const resend = useResend(invoiceUuid);
  const { state, past } = resend;
  const shownId = state.kind === 'idle' ? null : state.intentId;
  const before = past.filter(({ intentId }) => intentId !== shownId);
  if (latest === null && state.kind === 'idle' && before.length === 0) return null;
  return (
    <div className="mc-resend">
      <Offer latest={latest} resend={resend} />
      <ResendOutcomeNotice state={state} />
      {state.kind === 'confirming' ? <Question resend={resend} latest={latest} /> : null}
      <PastResends reports={before} />
    </div>
  );
}

function Offer({ latest, resend }: { readonly latest: Delivery | null; readonly resend: Resend }): ReactNode {
  const { state, past, start } = resend;
  const now = useOwnNow();
  const offer = resendOffer(latest);
  const reports = state.kind === 'ended' ? [state.report, ...past] : past;
  const wait = Math.max(0, ...reports.map((report) => tooSoonForMs(report, now)));
  const isFree = mayStart(state);
  const bar = useWriteBar();
  const blocked = bar === null ? offer.blocked : `Not possible now. ${failureWords(bar).sentence}`;
  const reason = blocked ?? (wait > 0 ? 'The API takes another resend after the countdown.' : offer.caution);
  return (
    <div className="mc-resend-offer">
      <p className="mc-deliveries-words" id="resend-reason">
        {isFree ? reason : 'A resend is under way.'}
      </p>
      <Button
        leftSection={<IconSend size={16} aria-hidden="true" />}
        variant={latest?.status === 'failed' ? 'filled' : 'default'}
        loading={state.kind === 'sending'}
        disabled={!isFree || blocked !== null || wait > 0}
        aria-describedby="resend-reason"
        onClick={start}
      >
        {wait > 0 ? `Possible in ${countdown(wait)}` : offer.verb}
      </Button>
    </div>
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
          X-Webhook-Id <span className="mc-mono mc-resend-id">{latest.uuid}</span>
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
