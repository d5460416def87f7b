// How each endpoint has answered in a period, since when it answers as it does now, and what to do about it; beside it the check of a signature.
import { Box, Button, CopyButton, Group, List, Select, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  DELIVERY_CAUSES,
  type DeliveryCause,
  type FailureGroup,
  type HostHealth,
  SLOW_ATTEMPT_MS,
} from '../../../../domain/webhooks/delivery-list.ts';
import { addMoney } from '../../../../domain/kernel/money/money.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { instantOfKey } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  countWords,
  EmptyState,
  Facts,
  grouped,
  hashHref,
  Link,
  MoneyText,
  Note,
  PageFrame,
  Panel,
  PartTitle,
  ReadState,
  Table,
  TimeOfDayText,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ExportMenu, HostAnswersText, hostWords, HourBars, NotesPanel, ToneBadge } from '../../../parts/index.ts';
import { hostQuery, listPath } from '../deliveries/addresses.ts';
import { coverageWords, isEverythingRead } from '../deliveries/watch-words.ts';
import { useFirstOut } from '../use-first-out.ts';
import { SignatureCheck } from '../signature/signature-check.tsx';

const PERIODS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];

/** All endpoints that webhooks went to; `isChecking`: the check of a signature stands beside them. */
export function EndpointsPage({ isChecking }: { readonly isChecking: boolean }): ReactNode {
  const route = useRouteFilters();
  const period = PERIODS.find(({ value }) => value === route.text('days'))?.value ?? '1';
  const hosts = useCall('deliveries.hosts', { days: Number(period) }, { refreshOn: ['deliveries'] });
  const groups = useCall('deliveries.groups', {}, { refreshOn: ['deliveries'] }).data?.groups ?? [];
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] }).data;
  return (
    <PageFrame
      title={isChecking ? 'Check a signature' : 'Endpoints'}
      actions={
        <>
          <Select
            aria-label="Period"
            w={140}
            data={PERIODS}
            value={period}
            allowDeselect={false}
            onChange={(days) => route.change({ days: days ?? undefined })}
          />
          <ExportMenu
            count={hosts.data?.hosts.length ?? null}
            rows={(file) => ({ kind: 'endpoints', days: Number(period), ...file })}
          />
          <Button
            component="a"
            variant="default"
            href={hashHref(isChecking ? screenPath('endpoints') : screenPath('signature'))}
          >
            {isChecking ? 'Close the signature check' : 'Check a signature'}
          </Button>
        </>
      }
    >
      <Group align="flex-start" gap="md">
        <Box flex="1 1 520px" miw={0}>
          <ReadState read={hosts} unreadTitle="The endpoints could not be read">
            {(data) => <Hosts endpoints={endpointsOf(data.hosts, groups)} />}
          </ReadState>
          {watch === undefined || isEverythingRead(watch) ? null : (
            <Note>{coverageWords(watch)}: attempts that were not checked yet are in none of these figures.</Note>
          )}
        </Box>
        {isChecking ? (
          <Box component="aside" aria-label="Check a signature" flex="1 1 336px" miw={0} maw={480}>
            <SignatureCheck />
          </Box>
        ) : null}
      </Group>
    </PageFrame>
  );
}

/** A host with what fails there now, and what was credited for the invoices of that. */
interface Endpoint extends HostHealth {
  readonly failing: number;
  readonly failingUsdt: string;
}

/** Where most fails stands first. */
function endpointsOf(hosts: readonly HostHealth[], groups: readonly FailureGroup[]): readonly Endpoint[] {
  return hosts
    .map((health) => {
      const own = groups.filter(({ host }) => host === health.host);
      const failing = own.reduce((sum, group) => sum + group.failed + group.retrying, 0);
      return { ...health, failing, failingUsdt: own.reduce((sum, { netUsdt }) => addMoney(sum, netUsdt), '0') };
    })
    .sort((left, right) => right.failing - left.failing);
}

function Hosts({ endpoints }: { readonly endpoints: readonly Endpoint[] }): ReactNode {
  const [chosen, setChosen] = useState(useRouteFilters().text('host'));
  const shown = endpoints.find(({ host }) => host === chosen) ?? endpoints[0];
  if (shown === undefined) {
    return (
      <EmptyState kind="nothing-yet" title="No attempt on record yet">
        An endpoint appears here once a delivery to it was read.
      </EmptyState>
    );
  }
  return (
    <>
      <Panel flush>
        <Table
          label="Endpoints"
          rows={endpoints}
          keyOf={({ host }) => host}
          lookOf={(host) => (host === shown ? 'chosen' : undefined)}
          columns={({ cell, count }) => [
            cell('Endpoint', ({ host }) => <Link to={listPath(hostQuery(host))}>{hostWords(host)}</Link>),
            count('Attempts', ({ attempts }) => attempts),
            cell('Delivered', (host) => successShare(host) ?? '—', { isFigure: true }),
            cell(
              'p95',
              ({ p95Ms: ms }) =>
                ms !== null && ms >= SLOW_ATTEMPT_MS ? (
                  <ToneBadge tone="warn">{millisecondsWords(ms)}</ToneBadge>
                ) : (
                  millisecondsWords(ms)
                ),
              { isFigure: true, hint: 'Of twenty attempts nineteen were as fast or faster' },
            ),
            cell('Last answer', ({ answers }) => <LastAnswer answers={answers} />),
            count('Failing', ({ failing }) => failing, { words: ({ failing }) => failing || '—' }),
            cell('What to do', (endpoint) => (
              <Deeds endpoint={endpoint} isChosen={endpoint === shown} onChoose={() => setChosen(endpoint.host)} />
            )),
          ]}
        />
      </Panel>
      <Box mt="sm">
        <Chosen endpoint={shown} />
      </Box>
      <Box mt="sm">
        <NotesPanel key={shown.host} list="endpoints" recordId={shown.host} />
      </Box>
    </>
  );
}

function LastAnswer({ answers }: Pick<HostHealth, 'answers'>): ReactNode {
  if (answers === null) return '—';
  return (
    <Text span inherit c={answers.isAnswering ? 'var(--mc-text)' : 'var(--mc-bad-text)'}>
      <HostAnswersText host={null} answers={answers} />
    </Text>
  );
}

/** A host that does not answer gets one test before the rest. */
function Deeds(props: { endpoint: Endpoint; isChosen: boolean; onChoose: () => void }): ReactNode {
  const { host, failing, answers } = props.endpoint;
  const deed = answers?.isAnswering === true ? `Resend ${grouped(failing)}` : 'Test';
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {failing === 0 ? null : (
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          href={hashHref(`${screenPath('failing')}?of=filter&state=failed&state=retrying&${hostQuery(host)}`)}
          aria-label={`${deed}: ${host}`}
        >
          {deed}
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-pressed={props.isChosen}
        aria-label={`Advice: ${host}`}
        onClick={props.onChoose}
      >
        Advice
      </Button>
    </Group>
  );
}

function Chosen({ endpoint }: { readonly endpoint: Endpoint }): ReactNode {
  const { host, answers, deliveries, failing, failingUsdt, p50Ms, slow, lastAttemptAt, hours } = endpoint;
  const lastSuccess = answers?.lastSuccessAt ?? null;
  const advice = hostAdvice(endpoint);
  const out = useFirstOut({ state: ['retrying'], host: [host] }, failing > 0);
  return (
    <Panel
      title={hostWords(host)}
      actions={
        <CopyButton value={[host, ...advice, RULE].join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={14} aria-hidden="true" />} onClick={copy}>
              {copied ? 'Copied' : 'Copy for your developer'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Facts
        of={[
          ['Last answer', <LastAnswer key="answer" answers={answers} />],
          ['Webhooks failing', `${grouped(failing)} of ${grouped(deliveries)}`],
          ['Net of their invoices', <MoneyText key="net" value={failingUsdt} unit="USDT" currency="USDT" />],
          out === null ? null : ['First runs out of attempts', <TimeOfDayText key="out" value={out} short />],
          ['Half of the attempts', `within ${millisecondsWords(p50Ms)}, ${grouped(slow)} slower than 12 s`],
          ['Last attempt', <AgeText key="last" since={lastAttemptAt} />],
          lastSuccess === null
            ? null
            : ['Last that arrived', <TimeOfDayText key="arrived" value={instantOfKey(lastSuccess)} short />],
          ['Attempts by hour, last 24 hours', <HourBars key="hours" hours={hours} />],
        ]}
      />
      <Box mt="sm">
        <PartTitle>What to do</PartTitle>
      </Box>
      <List mt={4}>
        {advice.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Note>{RULE}</Note>
    </Panel>
  );
}

/** Of the API (specification, "Receiver behaviour and retries"). */
const RULE = 'Any answer other than 2xx is a failure, a redirect too; an attempt is given up after 15 s.';

/** What to do about a cause. The limit of 15 s and "only 2xx counts" are the API's (specification, "Receiver behaviour and retries"). */
const REMEDIES: Readonly<Record<DeliveryCause, string>> = {
  timeout: 'timed out. The receiver has 15 s: let it answer first and do its work afterwards.',
  dns: 'did not find the host. Check its DNS entry.',
  refused: 'found no open port. Nothing listens there, or a firewall turns the payment service away.',
  tls: 'failed in TLS. Check the certificate, its chain and its date.',
  connection: 'broke off. Look for a proxy or a restart that cuts connections.',
  redirect: 'got a redirect, which counts as a failure. Give the final address as callback_url.',
  'client-error':
    'got a 4xx answer. The receiver turns webhooks away: check its route, signature check and access rules.',
  'server-error': 'got a 5xx answer. The receiver itself failed; its log of those moments says why.',
  other: 'failed in a way that fits no other cause. Open one of them for the API’s own words.',
};

/** One sentence for each thing to do, the most frequent cause first; one calm sentence when there is nothing. */
export function hostAdvice(host: HostHealth): readonly string[] {
  const causes = [...host.causes].filter(({ count }) => count > 0).sort(byCountThenOrder);
  const sentences = causes.map(({ value, count }) => `${countWords(count, 'attempt', 'attempts')} ${REMEDIES[value]}`);
  if (host.slow > 0) {
    sentences.push(
      `${countWords(host.slow, 'attempt', 'attempts')} took 12 s or longer, close to the limit of 15 s. A little slower, and the answer comes too late.`,
    );
  }
  if (host.elsewhere > 0) {
    sentences.push(
      `${countWords(host.elsewhere, 'delivery goes', 'deliveries go')} elsewhere than the callback_url of the invoice. Check which of the two is meant.`,
    );
  }
  if (sentences.length > 0) return sentences;
  return [host.attempts === 0 ? 'No attempt on record yet.' : 'Answers well; nothing to do.'];
}

function byCountThenOrder(left: HostHealth['causes'][number], right: HostHealth['causes'][number]): number {
  return right.count - left.count || DELIVERY_CAUSES.indexOf(left.value) - DELIVERY_CAUSES.indexOf(right.value);
}

/** "98.4 %" of the attempts; rounded down, so that "100 %" means every one. Null without any. */
export function successShare({ succeeded, attempts }: Pick<HostHealth, 'succeeded' | 'attempts'>): string | null {
  if (attempts === 0) return null;
  return `${(Math.floor((succeeded / attempts) * 1000) / 10).toLocaleString('en-GB')} %`;
}

/** "812 ms", "12.4 s"; a dash when no attempt has a duration on record. */
export function millisecondsWords(ms: number | null): string {
  if (ms === null) return '—';
  return ms < 10_000 ? `${grouped(ms)} ms` : `${(Math.floor(ms / 100) / 10).toLocaleString('en-GB')} s`;
}
