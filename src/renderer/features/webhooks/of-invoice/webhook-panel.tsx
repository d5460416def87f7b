// The webhook of one invoice: why it has not arrived, its attempts, and sending the latest one again.
import { ActionIcon, Button, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconRefresh, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Delivery, deliveryState, latestDelivery } from '../../../../domain/webhooks/delivery.ts';
import { type AttemptOutcome, hostOf, isElsewhere } from '../../../../domain/webhooks/delivery-cause.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useAction, useCall, useOnScreen, useRecord } from '../../../bridge/index.ts';
import {
  AgeText,
  CopyText,
  EmptyState,
  Facts,
  FailureNotice,
  ForeignText,
  grouped,
  InstantText,
  instantWords,
  Link,
  Notice,
  Panel,
  Table,
  TimeOfDayText,
  Under,
  useNow,
  useUi,
} from '../../../ui/index.ts';
import { DeliveryStateBadge, HostAnswersText, ToneBadge } from '../../../parts/index.ts';
import { hostQuery, listPath } from '../deliveries/words.ts';
import { ResendControl } from './resend-control.tsx';
import {
  answerWords,
  attemptsMade,
  attemptsOf,
  durationWords,
  excerpt,
  newestFirst,
  numberWords,
  payloadText,
  type ShownAttempt,
  timesWords,
  triggerWords,
} from './timeline.ts';
import { LOOK_AFTER_MS } from './resend-state.ts';
import { clockNote, type ClockStop, clockStops, momentParts, shortAnswer } from './clock-view.ts';
import styles from './webhook.module.css';

/** What was made, the API's next one, and estimates; nothing where there is nothing to draw a line between. */
function AttemptLine({ delivery }: { readonly delivery: Delivery }) {
  const now = useNow(60_000);
  const stops = useMemo(() => clockStops(delivery), [delivery]);
  const note = clockNote(delivery, now);
  return (
    <div className={styles['holder']}>
      {stops.length === 0 ? null : (
        <ol className={styles['line']} aria-label="Attempts, made and expected">
          {stops.map((stop) => (
            <Stop key={stop.key} stop={stop} nowMs={now} />
          ))}
        </ol>
      )}
      {note === null ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}

/** The time of day, and below it the day, where it is not today, and what happened or will. */
function Stop({ stop, nowMs }: { readonly stop: ClockStop; readonly nowMs: number }) {
  const { at, kind, outcome, words } = stop;
  const { timeZone } = useUi();
  const { time, day } = at === null ? { time: '…', day: null } : momentParts(at, nowMs, timeZone);
  return (
    <li data-kind={kind} data-outcome={outcome ?? undefined}>
      <span
        className={styles['dot']}
        data-console-paint={kind === 'next' ? 'next' : outcome === null ? 'hollow' : 'full'}
        aria-hidden="true"
      />
      <time
        className="mc-num"
        dateTime={at ?? undefined}
        title={at === null ? undefined : `${instantWords(at, timeZone) ?? at} ${timeZone}`}
      >
        {kind === 'estimate' ? 'about ' : ''}
        {time}
      </time>
      <span>
        {[day, words].filter((part) => part !== null && part !== '').join(', ')}
        {kind === 'next' && at !== null ? (
          <>
            {' '}
            <AgeText since={at} />
          </>
        ) : null}
      </span>
    </li>
  );
}

/** Shown at first, and more at every step: a delivery may have thousands. */
const FIRST = 7;
const STEP = 200;

function AttemptTable({ delivery }: { readonly delivery: Delivery }) {
  const [most, setMost] = useState(FIRST);
  const newest = useMemo(() => attemptsOf(delivery).toReversed(), [delivery]);
  const hidden = newest.length - most;
  if (newest.length === 0) return null;
  return (
    <>
      <Table
        label="Attempts"
        rows={newest.slice(0, most)}
        keyOf={({ key }) => key}
        columns={({ cell }) => [
          cell('#', ({ attempt }) => numberWords(attempt)),
          cell('Sent', ({ attempt: { created_at: at } }) => (at === null ? '—' : <TimeOfDayText value={at} short />)),
          cell('Answer', (shown) => <Answered shown={shown} />),
          cell('Took', ({ attempt }) => durationWords(attempt) ?? '—', { isFigure: true }),
          cell('By', ({ attempt }) => (
            <span style={{ whiteSpace: 'nowrap' }}>
              <ForeignText text={triggerWords(attempt)} />
              {attempt.triggered_uuid_user === null ? null : (
                <Under>
                  user <ForeignText text={attempt.triggered_uuid_user} />
                </Under>
              )}
            </span>
          )),
        ]}
      />
      {hidden <= 0 ? null : (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + STEP)}>
          Show {grouped(Math.min(hidden, STEP))} of {grouped(hidden)} earlier attempts
        </Button>
      )}
    </>
  );
}

const OUTCOMES: Readonly<Record<AttemptOutcome, { readonly words: string; readonly icon: ReactNode }>> = {
  succeeded: { words: 'Accepted', icon: <IconCheck size={16} color="var(--mc-good-text)" aria-hidden="true" /> },
  failed: { words: 'Failed', icon: <IconX size={16} color="var(--mc-bad-text)" aria-hidden="true" /> },
  unknown: { words: 'Result not named', icon: <IconQuestionMark size={16} aria-hidden="true" /> },
};

const SHORT_ERROR = 160;

function Answered({ shown: { attempt, outcome } }: { readonly shown: ShownAttempt }) {
  const { error, response_body: body } = attempt;
  const { words, icon } = OUTCOMES[outcome];
  const isLong = error !== null && (error.length > SHORT_ERROR || error.includes('\n'));
  return (
    <>
      <Group gap={6} wrap="nowrap" align="flex-start" style={{ overflowWrap: 'anywhere' }}>
        <span style={{ flex: 'none' }}>{icon}</span>
        <div>
          {words}, {attempt.status_code === null ? shortAnswer(attempt, outcome) : answerWords(attempt)}{' '}
          {error === null || error === '' || isLong ? null : (
            <span className="mc-mono">
              <ForeignText text={error} />
            </span>
          )}
        </div>
      </Group>
      {isLong ? <ForeignFold title="Error" text={error} /> : null}
      {body === null || body === '' ? null : <ForeignFold title="Response body" text={body} />}
    </>
  );
}

/** How often one page looks again by itself before it leaves that to a person. */
const MAX_LOOKS = 3;

function useDeliveries(uuid: string) {
  // An invoice that has ended has a delivery that no earlier reading can show: the mirror has none then, and the API is asked.
  const mirror = useCall('deliveries.ofInvoice', { uuid }, { refreshOn: ['deliveries', 'invoices'] });
  const { run, busy } = useAction('deliveries.ofInvoice');
  // Within one second an attempt may end: the mirror has what a reading brought, and perhaps what came after it.
  const record = useRecord(uuid, mirror, { run: () => run({ uuid, fresh: true }), busy }, 'mirror');
  const { answer } = record;
  const latest = answer === undefined ? null : latestDelivery(answer.deliveries);
  // Without anything to show a person still means the API, and not the failure that the engine remembers of a moment ago.
  const retry = async (): Promise<void> => {
    await run({ uuid, fresh: true });
    mirror.refresh();
  };
  const isInFlight = latest !== null && deliveryState(latest) === 'in-flight';
  useShown(answer === undefined ? null : uuid);
  useLookAgain(isInFlight ? (answer?.asOf ?? null) : null, record.readAgain);
  return { ...record, readAgain: answer === undefined ? () => void retry() : record.readAgain, latest };
}

/** The mirror's copy may be of a time before somebody else has resent it. Null while there is none: then the API is being asked. */
function useShown(uuid: string | null): void {
  const show = useOnScreen();
  useEffect(() => {
    if (uuid !== null) show([uuid]);
  }, [show, uuid]);
}

/** While a delivery is being sent, its result is read once the attempt must have ended. Reading only, and a few times at most. */
function useLookAgain(asOf: string | null, look: () => void): void {
  const [looks, setLooks] = useState(0);
  const latest = useEffectEvent(look);
  const dueAfter = looks < MAX_LOOKS ? asOf : null;
  useEffect(() => {
    if (dueAfter === null) return undefined;
    const timer = setTimeout(() => {
      setLooks((before) => before + 1);
      latest();
    }, LOOK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dueAfter]);
}

type DeliveriesState = ReturnType<typeof useDeliveries>;

interface OfInvoice {
  readonly invoiceUuid: string;
  /** Where its webhooks should go, as the invoice says now. */
  readonly callbackUrl: string | null;
}

export function WebhookPanel({ invoiceUuid, callbackUrl }: OfInvoice) {
  const state = useDeliveries(invoiceUuid);
  return (
    <Panel title="Webhook" actions={<Actions state={state} />}>
      <Body state={state} invoiceUuid={invoiceUuid} callbackUrl={callbackUrl} />
    </Panel>
  );
}

function Actions({ state: { answer, isReading, readAgain, latest } }: { readonly state: DeliveriesState }) {
  return (
    <Group gap="xs" wrap="nowrap" data-head>
      {latest === null ? null : (
        <>
          <DeliveryStateBadge state={deliveryState(latest)} status={latest.status} />
          <Text span size="xs" c="dimmed" className="mc-num">
            {attemptsMade(latest)}
          </Text>
        </>
      )}
      {answer === undefined ? null : (
        <Text span size="xs" c="dimmed">
          Refreshed <TimeOfDayText value={answer.asOf} short />
        </Text>
      )}
      <Tooltip label="Refresh the webhook">
        <ActionIcon aria-label="Refresh the webhook" loading={isReading} onClick={readAgain}>
          <IconRefresh size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Body({ state, invoiceUuid, callbackUrl }: OfInvoice & { readonly state: DeliveriesState }) {
  const { answer, failure, latest, readAgain } = state;
  if (answer === undefined && failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The webhook could not be read">
        <FailureNotice failure={failure} onRetry={readAgain} />
      </EmptyState>
    );
  }
  if (answer === undefined) {
    return (
      <Stack role="status">
        <Text c="dimmed">Not checked yet; reading the webhook from the API now.</Text>
        <Skeleton height={56} radius="md" />
        <Skeleton height={120} radius="md" />
      </Stack>
    );
  }
  const [first, ...earlier] = newestFirst(answer.deliveries);
  return (
    <Stack gap="sm">
      <FailureNotice failure={failure} onRetry={readAgain} />
      {answer.quarantined === 0 ? null : (
        <Notice tone="warn" title={`${answer.quarantined} not shown`}>
          Entries of the API’s answer that cannot be read without guessing.
        </Notice>
      )}
      {first === undefined ? null : <Cause delivery={first} />}
      <ResendControl
        key={invoiceUuid}
        invoiceUuid={invoiceUuid}
        latest={latest}
        onLook={readAgain}
        isLooking={state.isReading}
      />
      {first === undefined ? null : <OneDelivery delivery={first} callbackUrl={callbackUrl} />}
      {earlier.map((delivery) => (
        <details key={delivery.uuid}>
          <summary>
            Earlier webhook, <InstantText value={delivery.created_at} />
          </summary>
          <OneDelivery delivery={delivery} callbackUrl={callbackUrl} />
        </details>
      ))}
      {first === undefined && answer.quarantined === 0 ? (
        <EmptyState kind="nothing-yet" title="No webhook yet">
          The API sends one once the invoice is final. While it is pending there is none, and nothing to resend.
        </EmptyState>
      ) : null}
    </Stack>
  );
}

/** What the endpoint answered last and since when, and who else waits for it; nothing of one that has arrived. */
function Cause({ delivery }: { readonly delivery: Delivery }) {
  const host = hostOf(delivery.target_url);
  const state = deliveryState(delivery);
  const isFailing = state === 'failed' || state === 'retrying';
  const groups = useCall('deliveries.groups', {}, { enabled: isFailing, refreshOn: ['deliveries'] }).data?.groups ?? [];
  const ofHost = groups.filter((group) => group.host !== null && group.host === host);
  const [one] = ofHost;
  if (!isFailing || host === null) return null;
  const waiting = ofHost.reduce((sum, { failed, retrying }) => sum + failed + retrying, 0);
  return (
    <Text fw={500}>
      <HostAnswersText host={host} answers={one?.answers ?? null} />{' '}
      {waiting < 2 ? null : (
        <Text span fw={400} c="var(--mc-text-soft)">
          {grouped(waiting)} webhooks wait for it.{' '}
          <Link to={listPath(`${hostQuery(host)}&state=failed&state=retrying`)}>See all</Link>
        </Text>
      )}
    </Text>
  );
}

function OneDelivery(props: { readonly delivery: Delivery; readonly callbackUrl: string | null }) {
  const { delivery, callbackUrl } = props;
  const { last_error: error, payload, target_url: target } = delivery;
  return (
    <article aria-label={`Delivery ${delivery.uuid}`}>
      <Stack gap="xs">
        <AttemptLine delivery={delivery} />
        <AttemptTable delivery={delivery} />
        {isElsewhere(target, callbackUrl) ? (
          <Text size="xs" c="dimmed">
            <ToneBadge tone="warn">not the callback_url</ToneBadge> The invoice names another callback_url. The
            specification does not say which of the two a resend goes to.
          </Text>
        ) : null}
        <details>
          <summary>Details of the webhook</summary>
          <Facts
            of={[
              ['Event', delivery.event === null ? 'not named' : <ForeignText key="event" text={delivery.event} />],
              [
                'Delivery id = X-Webhook-Id',
                <CopyText key="id" value={delivery.uuid} label="delivery id" wrap />,
                'wide',
              ],
              [
                'Sent to',
                target === null ? '—' : <CopyText key="to" value={target} label="target address" wrap />,
                'wide',
              ],
              ['Created', <InstantText key="created" value={delivery.created_at} />],
              ['Delivered', <InstantText key="delivered" value={delivery.delivered_at} />],
              ['Resent', timesWords(delivery.resend_count)],
            ]}
          />
          {error === null || error === '' ? null : <ForeignFold title="Last error" text={error} />}
        </details>
        {payload === null ? null : (
          <ForeignFold
            title="Payload"
            text={payloadText(payload)}
            note={
              <>
                The parsed body. It cannot prove a signature, which covers the raw bytes: paste those to{' '}
                <Link to={screenPath('signature')} inline>
                  check a signature
                </Link>
                .
              </>
            }
          />
        )}
      </Stack>
    </article>
  );
}

function ForeignFold(props: { readonly title: string; readonly text: string; readonly note?: ReactNode }) {
  const { title, text, note } = props;
  const { text: shown, hidden } = excerpt(text);
  return (
    <details className={styles['fold']}>
      <summary>
        {title}{' '}
        <Text span size="xs" c="dimmed">
          {grouped(text.length)} characters
        </Text>
      </summary>
      {note === undefined ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      <pre
        className={styles['body']}
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ForeignText text={shown} block />
      </pre>
      <Group gap={6} fz="xs" c="dimmed">
        {hidden === 0 ? null : `${grouped(hidden)} more characters are not shown.`}
        Copy all of it <CopyText value={text} shown="" label={title.toLowerCase()} />
      </Group>
    </details>
  );
}
