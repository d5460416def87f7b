// How each endpoint has answered in the last thirty days, since when it answers as it does now, and what to do about
// it; beside it the check of a signature.
import { Box, Button, Group, List, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  DELIVERY_CAUSES,
  type DeliveryCause,
  type HostHealth,
  SLOW_ATTEMPT_MS,
} from '../../../../domain/webhooks/delivery-list.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { instantOfKey } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  countWords,
  EmptyState,
  grouped,
  hashHref,
  Link,
  Note,
  PageFrame,
  Panel,
  ReadState,
  Table,
  TimeOfDayText,
} from '../../../ui/index.ts';
import { HostAnswersText, hostWords, HourBars, ToneBadge } from '../../../parts/index.ts';
import { hostQuery, listPath } from '../deliveries/addresses.ts';
import { coverageWords, isEverythingRead } from '../deliveries/watch-words.ts';
import { SignatureCheck } from '../signature/signature-check.tsx';

/** All endpoints that webhooks went to; `isChecking`: the check of a signature stands beside them. */
export function EndpointsPage({ isChecking }: { readonly isChecking: boolean }): ReactNode {
  const hosts = useCall('deliveries.hosts', {}, { refreshOn: ['deliveries'] });
  const groups = useCall('deliveries.groups', {}, { refreshOn: ['deliveries'] }).data?.groups ?? [];
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] }).data;
  const failingAt = (host: string): number =>
    groups.reduce((sum, group) => (group.host === host ? sum + group.failed + group.retrying : sum), 0);
  return (
    <PageFrame
      title={isChecking ? 'Check a signature' : 'Endpoints'}
      subtitle="The last thirty days"
      actions={
        <Button
          component="a"
          variant="default"
          href={hashHref(isChecking ? screenPath('endpoints') : screenPath('signature'))}
        >
          {isChecking ? 'Close the signature check' : 'Check a signature'}
        </Button>
      }
    >
      <Group align="flex-start" gap="md">
        <Box flex="1 1 520px" miw={0}>
          <ReadState read={hosts} unreadTitle="The endpoints could not be read">
            {(data) => <Hosts hosts={data.hosts} failingAt={failingAt} />}
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

function Hosts(props: {
  readonly hosts: readonly HostHealth[];
  readonly failingAt: (host: string) => number;
}): ReactNode {
  const { hosts, failingAt } = props;
  const ordered = [...hosts].sort((left, right) => failingAt(right.host) - failingAt(left.host));
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = ordered.find(({ host }) => host === chosen) ?? ordered[0];
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
          rows={ordered}
          keyOf={({ host }) => host}
          lookOf={(host) => (host === shown ? 'chosen' : undefined)}
          columns={({ cell, count }) => [
            cell('Endpoint', ({ host }) => <Link to={listPath(hostQuery(host))}>{hostWords(host)}</Link>),
            count('Attempts', ({ attempts }) => attempts),
            cell('Delivered', (host) => successShare(host) ?? '—', { isFigure: true }),
            cell('p95', ({ p95Ms }) => <P95 ms={p95Ms} />, {
              isFigure: true,
              hint: 'Of twenty attempts nineteen were as fast or faster',
            }),
            cell('Last 24 hours', ({ hours }) => <HourBars hours={hours} />),
            cell('Last answer', ({ answers }) => (
              <Text span inherit c={answers?.isAnswering === false ? 'var(--mc-bad-text)' : 'var(--mc-text)'}>
                {answers === null ? '—' : <HostAnswersText host={null} answers={answers} />}
              </Text>
            )),
            count('Failing', ({ host }) => failingAt(host), { words: ({ host }) => failingAt(host) || '—' }),
            cell('What to do', ({ host }) => (
              <Deeds
                host={host}
                failing={failingAt(host)}
                isChosen={host === shown.host}
                onChoose={() => setChosen(host)}
              />
            )),
          ]}
        />
      </Panel>
      <Chosen host={shown} failing={failingAt(shown.host)} />
    </>
  );
}

function P95({ ms }: { readonly ms: number | null }): ReactNode {
  const words = millisecondsWords(ms);
  return ms !== null && ms >= SLOW_ATTEMPT_MS ? <ToneBadge tone="warn">{words}</ToneBadge> : words;
}

function Deeds(props: {
  readonly host: string;
  readonly failing: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { host, failing, isChosen, onChoose } = props;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {failing === 0 ? null : (
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          href={hashHref(`${screenPath('failing')}?of=filter&state=failed&state=retrying&${hostQuery(host)}`)}
          aria-label={`Resend: ${host}`}
        >
          Resend…
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-pressed={isChosen}
        aria-label={`Advice: ${host}`}
        onClick={onChoose}
      >
        Advice
      </Button>
    </Group>
  );
}

function Chosen({ host, failing }: { readonly host: HostHealth; readonly failing: number }): ReactNode {
  const { answers, deliveries, p50Ms, slow, lastAttemptAt } = host;
  return (
    <Box mt="sm">
      <Panel title={hostWords(host.host)}>
        <Text size="xs" c="dimmed" className="mc-num">
          {grouped(deliveries)} deliveries, {grouped(failing)} failing · half of the attempts within{' '}
          {millisecondsWords(p50Ms)}, {grouped(slow)} slower than 12 s · last attempt <AgeText since={lastAttemptAt} />
          {answers?.lastSuccessAt === undefined || answers.lastSuccessAt === null ? null : (
            <>
              {' '}
              · last that arrived <TimeOfDayText value={instantOfKey(answers.lastSuccessAt)} short />
            </>
          )}
        </Text>
        <List mt={4}>
          {hostAdvice(host).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <Text size="xs" c="dimmed">
          Any answer other than 2xx is a failure, a redirect too; an attempt is given up after 15 s.
        </Text>
      </Panel>
    </Box>
  );
}

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
