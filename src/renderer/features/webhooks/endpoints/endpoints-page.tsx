// How each endpoint has answered in a period, since when it answers as it does now, and what to do about it; beside it the check of a signature.
import { Anchor, Box, Button, Group, Select, SimpleGrid, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type FailureGroup, type HostHealth, SLOW_ATTEMPT_MS } from '../../../../domain/webhooks/delivery-list.ts';
import * as by from '../../../../domain/kernel/list.ts';
import { sumMoney } from '../../../../domain/kernel/money/money.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { instantOfKey } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  ButtonLink,
  CopyButton,
  Facts,
  filterOf,
  grouped,
  Link,
  ListEmpty,
  ListFilters,
  MoneyText,
  Note,
  PageFrame,
  Panel,
  PartTitle,
  ReadState,
  SavedViewsContext,
  TablePanel,
  TimeOfDayText,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  HostAnswersText,
  hostWords,
  LABEL_CONTROL,
  marksOf,
  AlsoHere,
  NotesPanel,
  ToneBadge,
  useLabelOptions,
} from '../../../parts/index.ts';
import { hostQuery, listPath } from '../deliveries/words.ts';
import { coverageWords, isEverythingRead } from '../deliveries/watch-words.ts';
import { useFirstOut } from '../attempt-squares.tsx';
import { SignatureCheck } from '../signature/signature-check.tsx';
import { Timeline } from './timeline.tsx';
import { millisecondsWords, successShare } from './words.ts';
import { hostSteps, RULE, type Step, StepList } from './steps.tsx';

const FILTER = filterOf({ label: by.words }, { label: LABEL_CONTROL });

const PERIODS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];

/** All endpoints that webhooks went to; `isChecking`: the check of a signature stands beside them. */
export function EndpointsPage({ isChecking }: { readonly isChecking: boolean }) {
  const route = useRouteFilters();
  const period = PERIODS.find(({ value }) => value === route.text('days'))?.value ?? '1';
  const { label } = FILTER.read(route, useUi().timeZone);
  const asked = { days: Number(period), label };
  const hosts = useCall('deliveries.hosts', asked, { refreshOn: ['deliveries', 'notes', 'exceptions'] });
  const labels = useLabelOptions(true);
  const groups = useCall('deliveries.groups', {}, { refreshOn: ['deliveries'] }).data?.groups ?? [];
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] }).data;
  return (
    <PageFrame
      title={isChecking ? 'Check a signature' : 'Endpoints'}
      filters={labels.length === 0 ? undefined : <ListFilters of={FILTER} counts={{ labels }} />}
      actions={
        <>
          {useContext(SavedViewsContext)}
          <Select
            aria-label="Period"
            w={140}
            data={PERIODS}
            value={period}
            onChange={(days) => route.change({ days: days ?? undefined })}
          />
          <ExportMenu
            count={hosts.data?.hosts.length ?? null}
            rows={(file) => ({ kind: 'endpoints', ...asked, ...file })}
          />
          <ButtonLink to={isChecking ? screenPath('endpoints') : screenPath('signature')}>
            {isChecking ? 'Close the signature check' : 'Check a signature'}
          </ButtonLink>
        </>
      }
    >
      <Group align="flex-start">
        <Box flex="1 1 520px" miw={0}>
          <ReadState read={hosts} unreadTitle="The endpoints could not be read">
            {(data) => (
              <Hosts
                endpoints={endpointsOf(data.hosts, groups)}
                days={Number(period)}
                isNarrowed={label !== undefined}
              />
            )}
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

type Host = CallOutput<'deliveries.hosts'>['hosts'][number];

/** A host with what fails there now, and what was credited for the invoices of that. */
interface Endpoint extends Host {
  readonly failing: number;
  readonly failingUsdt: string;
}

/** Where most fails stands first. */
function endpointsOf(hosts: readonly Host[], groups: readonly FailureGroup[]): readonly Endpoint[] {
  return hosts
    .map((health) => {
      const own = groups.filter(({ host }) => host === health.host);
      const failing = own.reduce((sum, group) => sum + group.failed + group.retrying, 0);
      return { ...health, failing, failingUsdt: sumMoney(own.map(({ netUsdt }) => netUsdt)) };
    })
    .sort((left, right) => right.failing - left.failing);
}

function Hosts(props: {
  readonly endpoints: readonly Endpoint[];
  readonly days: number;
  readonly isNarrowed: boolean;
}) {
  const { endpoints, days, isNarrowed } = props;
  const [chosen, setChosen] = useState(useRouteFilters().text('host'));
  const shown = endpoints.find(({ host }) => host === chosen) ?? endpoints[0];
  if (shown === undefined) {
    return (
      <ListEmpty isNarrowed={isNarrowed} title="No attempt on record yet">
        An endpoint appears here once a delivery to it was read.
      </ListEmpty>
    );
  }
  return (
    <>
      <TablePanel
        label="Endpoints"
        rows={endpoints}
        keyOf={({ host }) => host}
        lookOf={(host) => (host === shown ? 'chosen' : undefined)}
        columns={({ cell, count }) => [
          cell('Endpoint', (endpoint) => (
            <>
              <Anchor
                component="button"
                type="button"
                inherit
                aria-pressed={endpoint === shown}
                onClick={() => setChosen(endpoint.host)}
              >
                {hostWords(endpoint.host)}
              </Anchor>
              {marksOf(endpoint)}
            </>
          )),
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
          cell('Last answer', ({ answers }) => <LastAnswer answers={answers} />, { miw: 140 }),
          count('Failing', ({ failing }) => failing, { words: ({ failing }) => failing || '—' }),
          cell('What to do', (endpoint) => <Deed endpoint={endpoint} />),
        ]}
      />
      <Box mt="sm">
        <Chosen endpoint={shown} days={days} />
      </Box>
      <Box mt="sm">
        <NotesPanel key={shown.host} list="endpoints" recordId={shown.host} />
      </Box>
    </>
  );
}

function LastAnswer({ answers }: Pick<HostHealth, 'answers'>) {
  if (answers === null) return '—';
  return (
    <Text span inherit c={answers.isAnswering ? 'var(--mc-text)' : 'var(--mc-bad-text)'}>
      <HostAnswersText host={null} answers={answers} />
    </Text>
  );
}

/** A host that does not answer gets one test before the rest. */
function Deed({ endpoint: { host, failing, answers } }: { readonly endpoint: Endpoint }) {
  if (failing === 0) return null;
  const deed = answers?.isAnswering === true ? `Resend ${grouped(failing)}` : 'Test';
  return (
    <ButtonLink size="compact-sm" to={failingPath(host)} aria-label={`${deed}: ${host}`}>
      {deed}
    </ButtonLink>
  );
}

const failingPath = (host: string) =>
  `${screenPath('failing')}?of=filter&state=failed&state=retrying&${hostQuery(host)}`;

function Chosen({ endpoint, days }: { readonly endpoint: Endpoint; readonly days: number }) {
  const { host, answers, deliveries, attempts, failing, failingUsdt, p50Ms, slow, lastAttemptAt } = endpoint;
  const lastSuccess = answers?.lastSuccessAt ?? null;
  const out = useFirstOut({ state: ['retrying'], host: [host] }, failing > 0);
  const steps = hostSteps(endpoint, failing);
  return (
    <Panel
      title={hostWords(host)}
      note={<AlsoHere list="endpoints" recordId={host} />}
      actions={<CopySteps host={host} steps={steps} />}
    >
      <SimpleGrid type="container" cols={{ base: 1, '560px': 2 }} spacing="lg">
        <Box>
          <PartTitle>What is seen</PartTitle>
          <Facts
            isBeside
            of={[
              ['Last answer', <LastAnswer key="answer" answers={answers} />],
              [
                'Webhooks failing',
                failing === 0 ? (
                  '—'
                ) : (
                  <Link key="failing" to={failingPath(host)}>
                    {grouped(failing)}
                  </Link>
                ),
              ],
              ['Net of their invoices', <MoneyText key="net" value={failingUsdt} unit="USDT" currency="USDT" />],
              out === null ? null : ['First runs out of attempts', <TimeOfDayText key="out" value={out} short />],
              lastSuccess === null
                ? null
                : ['Last that arrived', <TimeOfDayText key="arrived" value={instantOfKey(lastSuccess)} short />],
              ['Last attempt', <AgeText key="last" since={lastAttemptAt} />],
              [
                'Attempts in the period',
                <Link key="attempts" to={listPath(hostQuery(host))}>
                  {grouped(attempts)}, of {grouped(deliveries)} webhooks
                </Link>,
              ],
              ['Half of them', `within ${millisecondsWords(p50Ms)}, ${grouped(slow)} slower than 12 s`],
            ]}
          />
        </Box>
        <Box>
          <PartTitle>What to do</PartTitle>
          <StepList steps={steps} out={out} />
        </Box>
      </SimpleGrid>
      <Box mt="md">
        <Timeline host={host} days={days} />
      </Box>
    </Panel>
  );
}

function CopySteps({ host, steps }: { readonly host: string; readonly steps: readonly Step[] }) {
  return (
    <CopyButton value={[host, ...steps.map(({ deed, why }) => `${deed}. ${why}`), RULE].join('\n')}>
      {({ copied, copy }) => (
        <Button leftSection={<IconCopy size={14} aria-hidden="true" />} onClick={copy}>
          {copied ? 'Copied' : 'Copy for your developer'}
        </Button>
      )}
    </CopyButton>
  );
}
