// What a resend would do, before it does it: how many go out and to whom, how each endpoint does, who stays out and
// why, and one button that says the number. Where an endpoint does not answer, one test goes first.
import { Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FailureGroup } from '../../../../domain/webhooks/delivery-list.ts';
import { instantOfKey } from '../../../../domain/kernel/time/time.ts';
import { useCall, useWriteBar } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  FailureNotice,
  failureWords,
  grouped,
  hashHref,
  InstantText,
  invoicePath,
  Link,
  Notice,
  plainText,
  runPath,
  TimeOfDayText,
} from '../../../ui/index.ts';
import { HostAnswersText, hostWords, openRunIn, RESEND_AND_RETRIES } from '../../../parts/index.ts';
import {
  askedWords,
  DELIVERED_AGAIN,
  EXCLUSION_WORDS,
  groupedByReason,
  retryWords,
  type Selection,
  verbWords,
} from './plan-words.ts';
import { type ResendPlan, type PlanState, useBeginResend, usePlan } from './hooks.ts';
import type { ExcludedResend } from '../../../../contract/calls/bulk.ts';

const SHOWN_AT_ONCE = 100;

function Excluded({ excluded }: { readonly excluded: readonly ExcludedResend[] }) {
  return (
    <Stack component="section" gap="xs" aria-label="Who stays out">
      <Title order={3} fz={14}>
        {countWords(excluded.length, 'stays out', 'stay out')}
      </Title>
      {groupedByReason(excluded).map(({ reason, rows }) => (
        <details key={reason}>
          <summary>
            <Text span fw={500} className="mc-num">
              {grouped(rows.length)} {EXCLUSION_WORDS[reason].short}
            </Text>{' '}
            <Text span size="xs" c="dimmed">
              {EXCLUSION_WORDS[reason].why}
            </Text>
          </summary>
          <Rows rows={rows} />
        </details>
      ))}
    </Stack>
  );
}

function Rows({ rows }: { readonly rows: readonly ExcludedResend[] }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = rows.length - shown;
  return (
    <>
      <ul style={{ maxHeight: 280, overflow: 'auto', overflowWrap: 'anywhere' }}>
        {rows.slice(0, shown).map((row, position) => (
          // One id may be named twice, so the place is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${position} ${row.ident}`} style={{ minHeight: 26 }}>
            {row.invoiceUuid === null ? (
              <span className="mc-mono">{plainText(row.ident.slice(0, 128))}</span>
            ) : (
              <a className="mc-link mc-mono" href={hashHref(invoicePath(row.invoiceUuid, 'deliveries'))}>
                {plainText(row.ident.slice(0, 128))}
              </a>
            )}
            {row.nextAttemptAt === null ? null : (
              <Text span size="xs" c="dimmed">
                {' '}
                next attempt <InstantText value={row.nextAttemptAt} />
              </Text>
            )}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show {Math.min(left, SHOWN_AT_ONCE)} more of {grouped(left)}
        </Button>
      ) : null}
    </>
  );
}

const MAX_LABEL = 120;

/** `onBegun`: where to go when its run is there. */
export function PlanBody(props: { readonly selection: Selection; readonly onBegun: (runId: string) => void }) {
  const { selection, onBegun } = props;
  const state = usePlan(selection);
  const groups = useCall('deliveries.groups', {}, { refreshOn: ['deliveries'] }).data?.groups ?? [];
  const { data: plan, failure, refresh } = state.plan;
  if (plan === undefined) {
    return failure === undefined ? (
      <Stack role="status">
        <Text c="dimmed">Looking up what goes out…</Text>
        <Skeleton height={160} radius="md" />
      </Stack>
    ) : (
      <EmptyState kind="could-not-load" title="The resend could not be planned">
        <FailureNotice failure={failure} onRetry={refresh} />
      </EmptyState>
    );
  }
  const hosts = hostsOf(plan, groups);
  return (
    <Stack>
      <FailureNotice failure={failure} onRetry={refresh} />
      {plan.isCut ? (
        <Notice tone="warn" title="More was asked for than one resend holds">
          This is the first part of it. Send it, then come back to this address: what has been sent is left out then,
          and the rest is taken in.
        </Notice>
      ) : null}
      <MoreToCome />
      <div role="status">
        <Title order={2} fz={20} lh="28px" className="mc-num">
          {plan.items.length === 0
            ? 'Nothing to resend'
            : `${countWords(plan.items.length, 'webhook', 'webhooks')} to resend`}
        </Title>
        <Text size="xs" c="dimmed">
          {leadWords(plan)}
        </Text>
      </div>
      {hosts.map((host) => (
        <HostLine key={host.host} {...host} />
      ))}
      <Choices state={state} plan={plan} />
      <Beginning
        state={state}
        plan={plan}
        label={askedWords(selection).slice(0, MAX_LABEL)}
        isDoubtful={hosts.some(({ group }) => group?.answers?.isAnswering === false)}
        onBegun={onBegun}
      />
      {plan.excluded.length === 0 ? null : <Excluded excluded={plan.excluded} />}
    </Stack>
  );
}

/** The endpoints of a plan, most webhooks first, each with how it does. */
function hostsOf({ items }: ResendPlan, groups: readonly FailureGroup[]) {
  return [...Map.groupBy(items, ({ host }) => hostWords(host))]
    .map(([host, { length: count }]) => ({ host, count, group: groups.find((one) => hostWords(one.host) === host) }))
    .sort((left, right) => right.count - left.count);
}

/** What the endpoint answered last, and since when it does so. */
function HostLine({ host, count, group }: ReturnType<typeof hostsOf>[number]) {
  const answers = group?.answers ?? null;
  const isGood = answers?.isAnswering === true;
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={16} color={isGood ? 'var(--mc-good-text)' : 'var(--mc-warn-text)'} aria-hidden="true" />
      <div>
        <Text fw={600}>
          {host}{' '}
          <Text span c="dimmed">
            {grouped(count)}
          </Text>
        </Text>
        <Text>
          <HostAnswersText
            host={answers === null ? host : null}
            answers={answers}
            httpCode={isGood ? null : (group?.httpCode ?? null)}
          />
        </Text>
        {answers === null || isGood ? null : (
          <Text size="xs" c="dimmed">
            {answers.lastSuccessAt === null ? (
              'No webhook on record has arrived there.'
            ) : (
              <>
                The last one arrived at <TimeOfDayText value={instantOfKey(answers.lastSuccessAt)} short />.
              </>
            )}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** How much of what was asked for that is, and what keeps it true until its turn. */
function leadWords({ items, excluded }: ResendPlan): string {
  if (items.length === 0) {
    return excluded.length === 0
      ? 'Nothing in the mirror answers to what was asked for.'
      : 'Everything that was asked for stays out, for the reasons below.';
  }
  const asked = grouped(items.length + excluded.length);
  const whole = excluded.length === 0 ? '' : `Of ${asked} asked for. `;
  return `${whole}Each is read again just before its turn; one that was delivered meanwhile, or is on its way, is skipped. One event can arrive twice: the shop tells them apart by X-Webhook-Id.`;
}

/** Who may be taken in or left out, each by a person's own choice; what is ticked goes out. */
function Choices({ state, plan }: { readonly state: PlanState; readonly plan: ResendPlan }) {
  const { include, change } = state;
  const { soon, later } = plan.retrying;
  const delivered =
    plan.excluded.filter(({ reason }) => reason === 'delivered').length +
    plan.items.filter((item) => item.state === 'delivered').length;
  if (delivered === 0 && soon.count === 0 && later.count === 0) return null;
  return (
    <Stack gap="xs" role="group" aria-label="Goes out when ticked">
      {soon.count === 0 ? null : (
        <Checkbox
          label={<RetryWords retrying={soon} when="within ten minutes" />}
          description={RESEND_AND_RETRIES}
          checked={include.retrying ?? false}
          onChange={(event) => change({ retrying: event.currentTarget.checked })}
        />
      )}
      {later.count === 0 ? null : (
        <Checkbox
          label={<RetryWords retrying={later} when="later" />}
          description={soon.count === 0 ? RESEND_AND_RETRIES : undefined}
          checked={include.retryingLater ?? true}
          onChange={(event) => change({ retryingLater: event.currentTarget.checked })}
        />
      )}
      {delivered === 0 ? null : (
        <Checkbox
          label={countWords(delivered, 'that was already delivered', 'that were already delivered')}
          description={DELIVERED_AGAIN}
          checked={include.delivered ?? false}
          onChange={(event) => change({ delivered: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

/** "31 that will retry by themselves later, the last at 12:00:00 UTC". */
function RetryWords(props: { readonly retrying: ResendPlan['retrying']['later']; readonly when: string }) {
  const { count, until } = props.retrying;
  return (
    <>
      {retryWords(count, props.when)}
      {until === null ? null : (
        <>
          {count === 1 ? ', at ' : ', the last at '}
          <TimeOfDayText value={until} />
        </>
      )}
    </>
  );
}

/** One test first where an endpoint did not answer last: what it does is seen before the others are sent. */
function Beginning(props: {
  readonly state: PlanState;
  readonly plan: ResendPlan;
  readonly label: string;
  readonly isDoubtful: boolean;
  readonly onBegun: (runId: string) => void;
}) {
  const { state, plan, label, isDoubtful, onBegun } = props;
  const { begin, isBeginning, failure } = useBeginResend(onBegun);
  const reasonId = useId();
  const bar = useWriteBar();
  const openRun = openRunIn(failure);
  const icon = <IconSend size={16} aria-hidden="true" />;
  const reason =
    bar !== null
      ? `Not possible now. ${failureWords(bar).sentence}`
      : state.plan.isPrevious
        ? 'What goes out is being looked up anew.'
        : null;
  const send = { variant: 'filled', loading: isBeginning, disabled: reason !== null, 'aria-describedby': reasonId };
  const uuids = plan.items.map((item) => item.invoiceUuid);
  const [first, ...others] = uuids;
  const { include } = state;
  const test = isDoubtful && first !== undefined && others.length > 0;
  return (
    <>
      {first === undefined ? null : (
        <Stack gap="xs">
          <Group gap="xs">
            {test ? (
              <Button
                {...send}
                leftSection={icon}
                onClick={() =>
                  begin(
                    { label: `Test: ${label}`.slice(0, MAX_LABEL), invoices: [first], include },
                    { label, invoices: others, include },
                  )
                }
              >
                Test one first
              </Button>
            ) : null}
            <Button
              {...send}
              variant={test ? 'default' : 'filled'}
              leftSection={test ? undefined : icon}
              onClick={() => begin({ label, invoices: uuids, include })}
            >
              {verbWords(uuids.length)}
            </Button>
          </Group>
          <Text size="xs" c="dimmed" id={reasonId}>
            {reason ??
              (test
                ? `The other ${grouped(others.length)} go out when you say so, once the test has ended.`
                : 'You may close the console while it runs; it goes on at the next start.')}
          </Text>
        </Stack>
      )}
      {openRun === null ? null : (
        <Notice tone="notice" title="Another resend is still open">
          One at a time, so that none is sent twice. Nothing of this one was begun.{' '}
          <Link to={runPath(openRun)} inline>
            Open that resend
          </Link>
        </Notice>
      )}
      {failure === undefined || openRun !== null ? null : <FailureNotice failure={failure} />}
    </>
  );
}

/** While an outage's invoices are still being read, the plan is not whole. */
function MoreToCome() {
  const { data } = useCall('watch.status', {}, { refreshOn: ['deliveries'] });
  const incident = data?.incident;
  if (incident?.state !== 'reading') return null;
  return (
    <Notice tone="notice" title="The outage is still being checked">
      {grouped(incident.read)} of {countWords(incident.invoices, 'invoice', 'invoices')} checked so far. More may come
      in as the results do; what is on the button is what is sent.
    </Notice>
  );
}
