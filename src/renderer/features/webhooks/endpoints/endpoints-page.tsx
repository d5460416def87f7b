// How each endpoint has answered in the last thirty days, since when it answers as it does now, and what to do about
// it; beside it the check of a signature.
import { Box, Button, Group, List, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type HostHealth, SLOW_ATTEMPT_MS } from '../../../../domain/webhooks/delivery-list.ts';

import { screenPath } from '../../../../domain/console/screens.ts';
import { instantOfKey } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
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
import { hostAdvice, millisecondsWords, successShare } from './host-advice.ts';

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
