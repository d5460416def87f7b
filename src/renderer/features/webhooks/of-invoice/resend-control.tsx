// The safe single resend: one button whose verb fits the state of the delivery, the question before it where one is due, and what came of it.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconLoader, IconSend } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { type Delivery, deliveryState } from '../../../../domain/webhooks/delivery.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { useAction, useCall, useCalls, useEvent, useProfile, useWriteBar } from '../../../bridge/index.ts';
import {
  AgeText,
  DecideLink,
  FailureNotice,
  failureWords,
  InstantText,
  Notice,
  TimeOfDayText,
  useNow,
  useOwnNow,
} from '../../../ui/index.ts';
import { EvidenceList, type ResendOutcomeWords, outcomeWords } from '../../../parts/index.ts';
import { IDLE, mayStart, type Pause, pauseAfter, resendReducer, type ResendState, wasTooSoon } from './resend-state.ts';
import { countdown, type ResendOffer, resendOffer, warningWords } from './resend-words.ts';
import type { ResendReportWire } from '../../../../contract/wire/records.ts';
import type { Result } from '../../../../domain/kernel/failure/failure.ts';
import type { CallOutput } from '../../../../contract/calls.ts';

/** How often an open or lost intent is read while it is on screen, besides the events about it. */
const LOOK_EVERY_MS = 4_000;

const UNDER_WAY: ReadonlySet<string> = new Set(['waiting', 'resolving', 'restored']);

function useResend(invoiceUuid: string) {
  const [state, step] = useReducer(resendReducer, IDLE);
  const { id: profileId } = useProfile();
  const history = useCall('resends.ofInvoice', { invoiceUuid }, { refreshOn: ['deliveries'] });
  const { run, busy } = useAction('deliveries.resend');
  const call = useCallback(
    async (intentId: string, confirmed: boolean) => {
      const result = await run({ invoiceUuid, intentId, ...(confirmed ? { confirmed } : {}) });
      if (result === null) return;
      if (result.ok) step({ kind: 'reported', report: result.value });
      else step({ kind: 'call-failed', intentId, failure: result.failure });
    },
    [run, invoiceUuid],
  );
  useEvent('resend.changed', (report, profile) => {
    if (report.invoiceUuid !== invoiceUuid || (profile !== null && profile !== profileId)) return;
    step({ kind: 'reported', report });
    history.refresh();
  });
  const open = history.data?.resends.find(({ outcome }) => UNDER_WAY.has(outcome));
  useEffect(() => {
    if (open !== undefined) step({ kind: 'reported', report: open });
  }, [open]);
  useFollow(state, step);
  return {
    state,
    isAsking: busy,
    past: history.data?.resends ?? [],
    start: () => {
      if (!mayStart(state)) return;
      const intentId = crypto.randomUUID();
      step({ kind: 'clicked', intentId });
      void call(intentId, false);
    },
    confirm: () => {
      if (state.kind !== 'confirming') return;
      step({ kind: 'confirmed' });
      void call(state.intentId, true);
    },
    decline: () => step({ kind: 'declined' }),
  };
}

type Resend = ReturnType<typeof useResend>;

/** Reads an intent whose end is not known yet, until it is. */
function useFollow(state: ResendState, step: (next: Parameters<typeof resendReducer>[1]) => void): void {
  const { run } = useCalls();
  // What was sent is followed until its attempt has an end.
  const isUnderWay = state.kind === 'ended' && state.report.attempt?.state === 'under-way';
  const intentId = state.kind === 'open' || state.kind === 'lost' || isUnderWay ? state.intentId : null;
  useEffect(() => {
    if (intentId === null) return undefined;
    let gone = false;
    const look = async (): Promise<void> => {
      const result: Result<CallOutput<'resends.get'>> = await run('resends.get', { intentId });
      if (gone) return;
      if (result.ok) step({ kind: 'reported', report: result.value });
      else if (result.failure.kind === 'not-found') step({ kind: 'looked-up-in-vain', intentId });
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [intentId, run, step]);
}

const TONES = {
  done: 'good',
  moving: 'notice',
  care: 'warn',
  stopped: 'quiet',
  failed: 'bad',
} as const satisfies Record<ResendOutcomeWords['tone'], string>;

/** The outcome so far of the resend on screen, nothing while there is none; `pause`: how long no other one is offered. */
function ResendOutcomeNotice({ state, pause }: { readonly state: ResendState; readonly pause: Pause | null }) {
  switch (state.kind) {
    case 'idle':
    case 'confirming':
      return null;
    case 'sending':
      return (
        <Notice tone="notice" title="Reading the delivery before sending" icon={<IconLoader size={18} />}>
          The latest state is read first, so that nothing is sent that should not be.
        </Notice>
      );
    case 'lost':
      return (
        <Notice tone="notice" title="The console’s own answer was lost" icon={<IconLoader size={18} />}>
          Looking up what became of the intent. Nothing is sent again meanwhile.
        </Notice>
      );
    case 'refused-here':
      return <FailureNotice failure={state.failure} />;
    case 'open':
    case 'ended':
      return <Outcome report={state.report} pause={pause?.intentId === state.intentId ? pause : null} />;
  }
}

function Outcome({ report, pause }: { readonly report: ResendReportWire; readonly pause: Pause | null }) {
  if (pause?.why === 'in-flight') return <InFlight leftMs={pause.leftMs} />;
  const { title, text, tone } = outcomeWords(report);
  const icon =
    tone === 'done' ? <IconCircleCheck size={18} /> : tone === 'moving' ? <IconLoader size={18} /> : undefined;
  return (
    <Notice tone={TONES[tone]} title={title} icon={icon}>
      {text}
      {wasTooSoon(report) && pause === null ? ' The pause is over; another click asks again.' : null}
      {report.outcome === 'restored' ? <DecideLink /> : null}
      {/* It has a cause on this side of the API; the other outcomes carry theirs in their words. */}
      {report.outcome === 'not-sent' && report.failure !== undefined
        ? ` ${failureWords(report.failure).sentence}`
        : null}
      <EvidenceList evidence={report.evidence} />
      <Text size="xs" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        <AgeText since={report.updatedAt} by="console" /> · intent <span className="mc-mono">{report.intentId}</span>
      </Text>
    </Notice>
  );
}

/** No error: an attempt is on its way, and what came of it is read when it must have ended. */
function InFlight({ leftMs }: { readonly leftMs: number }) {
  return (
    <Notice tone="notice" title="In flight right now" icon={<IconLoader size={18} />}>
      An attempt is on its way, so nothing was sent by this click. Checking again in{' '}
      <span className="mc-num" aria-live="off">
        {countdown(leftMs)}
      </span>
      ; then it is offered again if it is still needed.
    </Notice>
  );
}

/** Earlier intents of the invoice, newest first; nothing when there are none. */
function PastResends({ reports }: { readonly reports: readonly ResendReportWire[] }) {
  if (reports.length === 0) return null;
  return (
    <details>
      <summary>Earlier resends from this console: {reports.length}</summary>
      <ol>
        {reports.map((report) => {
          const { title, text } = outcomeWords(report);
          return (
            <li key={report.intentId}>
              <Text span fw={500}>
                {title}
              </Text>{' '}
              <InstantText value={report.updatedAt} withAge />
              <Text size="xs" c="dimmed">
                {text} {report.outcome === 'restored' ? <DecideLink /> : null}
              </Text>
              <EvidenceList evidence={report.evidence} />
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** Button, question, outcome, and the resends before. */
export function ResendControl(props: {
  readonly invoiceUuid: string;
  readonly latest: Delivery | null;
  readonly onLook: () => void;
  readonly isLooking: boolean;
}) {
  const { invoiceUuid, latest, onLook, isLooking } = props;
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
}) {
  const { latest, resend, pause, isLooking } = props;
  const { state, start } = resend;
  const offer = resendOffer(latest);
  const isFree = mayStart(state);
  const bar = useWriteBar();
  const blocked = bar === null ? offer.blocked : `Not possible now. ${failureWords(bar).sentence}`;
  // What was in flight is offered again by what the reading found, not by what was known before.
  const awaits = isLooking && state.kind === 'ended';
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="xs" c="dimmed" maw="84ch" id="resend-reason">
        {isFree ? (
          <Reason {...offer} blocked={blocked} pause={pause} />
        ) : state.kind === 'confirming' ? (
          'You are being asked; nothing is sent before you say so.'
        ) : (
          'A resend is under way; another is offered once its end is known.'
        )}
      </Text>
      <Button
        leftSection={<IconSend size={16} aria-hidden="true" />}
        size="xs"
        style={{ flex: 'none' }}
        loading={state.kind === 'sending'}
        disabled={!isFree || blocked !== null || pause !== null || awaits}
        aria-describedby="resend-reason"
        data-console-key="resend"
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

function Reason(props: Omit<ResendOffer, 'verb'> & { readonly pause: Pause | null }) {
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

function Question({ resend, latest }: { readonly resend: Resend; readonly latest: Delivery | null }) {
  const { state, confirm, decline, isAsking } = resend;
  const bar = useWriteBar();
  if (state.kind !== 'confirming') return null;
  const words = warningWords(state.warning);
  return (
    <Modal opened onClose={decline} title={words.title} closeButtonProps={{ 'aria-label': 'Close without sending' }}>
      <Text>{words.text}</Text>
      {bar === null ? null : (
        <Text c="dimmed" mt="sm" id="resend-bar">
          Not possible now. {failureWords(bar).sentence}
        </Text>
      )}
      {latest === null ? null : (
        <Text c="dimmed" mt="sm">
          X-Webhook-Id <span className="mc-mono">{latest.uuid}</span>
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={decline}>
          Do not send
        </Button>
        <Button
          variant="filled"
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
