// The webhook of one invoice: why it has not arrived, its attempts, and sending the latest one again.
import { ActionIcon, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Delivery, deliveryState, latestDelivery } from '../../../../domain/delivery.ts';
import { hostOf, isElsewhere } from '../../../../domain/delivery-cause.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { type RecordState, useAction, useCall, useOnScreen, useRecord } from '../../../bridge/index.ts';
import {
  CopyText,
  DeliveryStateBadge,
  EmptyState,
  Fact,
  FactGrid,
  FailureNotice,
  ForeignText,
  hashHref,
  HostAnswersText,
  InstantText,
  Notice,
  Panel,
  TimeOfDayText,
  ToneBadge,
} from '../../../ui/index.ts';
import { hostQuery, listPath } from '../deliveries/addresses.ts';
import { AttemptLine, AttemptTable } from './attempts.tsx';
import { ForeignFold } from './fold.tsx';
import { ResendControl } from './resend-control.tsx';
import { attemptsMade, newestFirst, payloadText, timesWords } from './timeline.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { LOOK_AFTER_MS } from './resend-state.ts';

type Answer = CallOutput<'deliveries.ofInvoice'>;

interface DeliveriesState extends RecordState<Answer> {
  readonly latest: Delivery | null;
}

/** How often one page looks again by itself before it leaves that to a person. */
const MAX_LOOKS = 3;

/** What is known of the invoice's deliveries. */
function useDeliveries(uuid: string): DeliveriesState {
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

interface OfInvoice {
  readonly invoiceUuid: string;
  /** Where its webhooks should go, as the invoice says now. */
  readonly callbackUrl: string | null;
}

/** The panel of one invoice, by its uuid. */
export function WebhookPanel({ invoiceUuid, callbackUrl }: OfInvoice): ReactNode {
  const state = useDeliveries(invoiceUuid);
  return (
    <Panel title="Webhook" actions={<Actions state={state} />}>
      <Body state={state} invoiceUuid={invoiceUuid} callbackUrl={callbackUrl} />
    </Panel>
  );
}

function Actions({ state: { answer, isReading, readAgain, latest } }: { readonly state: DeliveriesState }): ReactNode {
  return (
    <Group gap="xs" wrap="nowrap" data-head>
      {latest === null ? null : <DeliveryStateBadge state={deliveryState(latest)} status={latest.status} />}
      {latest === null ? null : (
        <Text span size="xs" c="dimmed" className="mc-num">
          {attemptsMade(latest)}
        </Text>
      )}
      {answer === undefined ? null : (
        <Text span size="xs" c="dimmed">
          Refreshed <TimeOfDayText value={answer.asOf} short />
        </Text>
      )}
      <Tooltip label="Refresh the webhook">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Refresh the webhook"
          loading={isReading}
          onClick={readAgain}
        >
          <IconRefresh size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Body({ state, invoiceUuid, callbackUrl }: OfInvoice & { readonly state: DeliveriesState }): ReactNode {
  const { answer, failure, latest, readAgain } = state;
  if (answer === undefined && failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The webhook could not be read">
        <FailureNotice failure={failure} onRetry={readAgain} />
      </EmptyState>
    );
  }
  if (answer === undefined) return <Reading />;
  const [first, ...earlier] = newestFirst(answer.deliveries);
  return (
    <Stack gap="sm">
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={readAgain} />}
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
function Cause({ delivery }: { readonly delivery: Delivery }): ReactNode {
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
          {waiting.toLocaleString('en-GB')} webhooks wait for it.{' '}
          <a className="mc-link" href={hashHref(listPath(`${hostQuery(host)}&state=failed&state=retrying`))}>
            See all
          </a>
        </Text>
      )}
    </Text>
  );
}

function OneDelivery(props: { readonly delivery: Delivery; readonly callbackUrl: string | null }): ReactNode {
  const { delivery, callbackUrl } = props;
  const { last_error: error, payload } = delivery;
  return (
    <article aria-label={`Delivery ${delivery.uuid}`}>
      <Stack gap="xs">
        <AttemptLine delivery={delivery} />
        <AttemptTable delivery={delivery} />
        {isElsewhere(delivery.target_url, callbackUrl) ? <Elsewhere /> : null}
        <details>
          <summary>Details of the webhook</summary>
          <FactGrid>
            <Fact label="Event">{delivery.event === null ? 'not named' : <ForeignText text={delivery.event} />}</Fact>
            <Fact label="Delivery id = X-Webhook-Id" wide>
              <CopyText value={delivery.uuid} label="delivery id" wrap />
            </Fact>
            <Fact label="Sent to" wide>
              {delivery.target_url === null ? (
                '—'
              ) : (
                <CopyText value={delivery.target_url} label="target address" wrap />
              )}
            </Fact>
            <Fact label="Created">
              <InstantText value={delivery.created_at} />
            </Fact>
            <Fact label="Delivered">
              <InstantText value={delivery.delivered_at} />
            </Fact>
            <Fact label="Resent">{timesWords(delivery.resend_count)}</Fact>
          </FactGrid>
          {error === null || error === '' ? null : <ForeignFold title="Last error" text={error} />}
        </details>
        {payload === null ? null : (
          <ForeignFold
            title="Payload"
            text={payloadText(payload)}
            note={
              <>
                The parsed body. It cannot prove a signature, which covers the raw bytes: paste those to{' '}
                <a className="mc-link mc-link-inline" href={hashHref(screenPath('signature'))}>
                  check a signature
                </a>
                .
              </>
            }
          />
        )}
      </Stack>
    </article>
  );
}

/** The invoice's own address stands beside its other fields. */
function Elsewhere(): ReactNode {
  return (
    <Text size="xs" c="dimmed">
      <ToneBadge tone="warn">not the callback_url</ToneBadge> The invoice names another callback_url. The specification
      does not say which of the two a resend goes to.
    </Text>
  );
}

function Reading(): ReactNode {
  return (
    <Stack role="status">
      <Text c="dimmed">Not checked yet; reading the webhook from the API now.</Text>
      <Skeleton height={56} radius="md" />
      <Skeleton height={120} radius="md" />
    </Stack>
  );
}
