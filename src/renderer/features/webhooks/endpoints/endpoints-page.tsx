// How each endpoint has answered in the last thirty days, since when it answers as it does now, and what to do about
// it; beside it the check of a signature.
import { Box, Button, Group, List, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { HostHealth } from '../../../../contract/calls/desk.ts';
import { SLOW_ATTEMPT_MS } from '../../../../domain/desk.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { instantOfKey } from '../../../../domain/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  EmptyState,
  hashHref,
  HostAnswersText,
  hostWords,
  Note,
  PageFrame,
  ReadState,
  scrollable,
  TimeOfDayText,
  ToneBadge,
} from '../../../ui/index.ts';
import { hostQuery, listPath } from '../deliveries/addresses.ts';
import { coverageWords, isEverythingRead } from '../deliveries/watch-words.ts';
import { SignatureCheck } from '../signature/index.ts';
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
      <div {...scrollable('Endpoints')} style={{ overflow: 'auto' }}>
        <Table fz={13} verticalSpacing={8} highlightOnHover style={{ whiteSpace: 'nowrap' }}>
          <Table.Thead>
            <Table.Tr c="dimmed" fz="xs">
              <Table.Th>Endpoint</Table.Th>
              <Table.Th ta="right">Attempts</Table.Th>
              <Table.Th ta="right">Delivered</Table.Th>
              <Table.Th ta="right" title="Of twenty attempts nineteen were as fast or faster">
                p95
              </Table.Th>
              <Table.Th>Last answer</Table.Th>
              <Table.Th ta="right">Failing</Table.Th>
              <Table.Th>What to do</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ordered.map((host) => (
              <HostRow
                key={host.host}
                host={host}
                failing={failingAt(host.host)}
                isChosen={host === shown}
                onChoose={() => setChosen(host.host)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Chosen host={shown} failing={failingAt(shown.host)} />
    </>
  );
}

function HostRow(props: {
  readonly host: HostHealth;
  readonly failing: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { host, failing, isChosen, onChoose } = props;
  const { answers, p95Ms } = host;
  const p95 = millisecondsWords(p95Ms);
  return (
    <Table.Tr bg={isChosen ? 'var(--mc-selected)' : 'transparent'}>
      <Table.Th scope="row">
        <a className="mc-link" href={hashHref(listPath(hostQuery(host.host)))}>
          {hostWords(host.host)}
        </a>
      </Table.Th>
      <Table.Td ta="right" className="mc-num">
        {host.attempts.toLocaleString('en-GB')}
      </Table.Td>
      <Table.Td ta="right" className="mc-num">
        {successShare(host) ?? '—'}
      </Table.Td>
      <Table.Td ta="right" className="mc-num">
        {p95Ms !== null && p95Ms >= SLOW_ATTEMPT_MS ? <ToneBadge tone="warn">{p95}</ToneBadge> : p95}
      </Table.Td>
      <Table.Td c={answers?.isAnswering === false ? 'var(--mc-bad-text)' : 'var(--mc-text)'}>
        {answers === null ? '—' : <HostAnswersText host={null} answers={answers} />}
      </Table.Td>
      <Table.Td ta="right" fw={600} className="mc-num">
        {failing === 0 ? '—' : failing.toLocaleString('en-GB')}
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {failing === 0 ? null : (
            <Button
              component="a"
              variant="default"
              size="compact-sm"
              href={hashHref(`${screenPath('failing')}?of=filter&state=failed&state=retrying&${hostQuery(host.host)}`)}
              aria-label={`Resend: ${host.host}`}
            >
              Resend…
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-pressed={isChosen}
            aria-label={`Advice: ${host.host}`}
            onClick={onChoose}
          >
            Advice
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** The figures of one, and what they say in sentences. */
function Chosen({ host, failing }: { readonly host: HostHealth; readonly failing: number }): ReactNode {
  const { answers, deliveries, p50Ms, slow, lastAttemptAt } = host;
  return (
    <Box component="section" aria-label={`What to do: ${host.host}`} mt="md">
      <Title order={2} fz={14} mb={4}>
        {hostWords(host.host)}
      </Title>
      <Text size="xs" c="dimmed" className="mc-num">
        {deliveries.toLocaleString('en-GB')} deliveries, {failing.toLocaleString('en-GB')} failing · half of the
        attempts within {millisecondsWords(p50Ms)}, {slow.toLocaleString('en-GB')} slower than 12 s · last attempt{' '}
        <AgeText since={lastAttemptAt} />
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
    </Box>
  );
}
