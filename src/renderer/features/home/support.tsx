// Home for support: the finder to type into, where webhooks fail now, the newest troubles, and what was opened last.
import { Button, Group, Kbd, Paper, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type FailureGroup, type HostHealth } from '../../../domain/webhooks/delivery-list.ts';

import type { LookupMatch } from '../../../contract/calls/lookup.ts';
import { MAX_LOOKUP_IDS, parseIds } from '../../../domain/records/lookup.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import {
  ButtonLink,
  cellText,
  countWords,
  customerPath,
  EmptyState,
  grouped,
  handToFinder,
  hashHref,
  heldHere,
  invoicePath,
  type LastLook,
  Link,
  lookupOfTextPath,
  MoneyText,
  navigateTo,
  Panel,
  Table,
  takeHanded,
  TimeOfDayText,
  useLooks,
  withdrawalPath,
} from '../../ui/index.ts';
import { DeliveryStateBadge, HostAnswersText, hostWords, HourBars, StatusBadge } from '../../parts/index.ts';
import { HealthPanel } from './to-do.tsx';
import classes from './home.module.css';

/** The finder first, then the tables, and the look-ups beside both. */
export function SupportHome() {
  return (
    <>
      <FinderField />
      <HealthPanel />
      <div className={classes.support}>
        <FailingEndpoints />
        <LastLooks />
        <NewestTroubles />
      </div>
    </>
  );
}

const TRY = ['49.90 yesterday', '120 EUR last 7 days', 'today'];

function FinderField() {
  const [text, setText] = useState('');
  const { id: profile } = useProfile();
  return (
    <Paper withBorder p="md">
      <TextInput
        aria-label="Find orders, amounts, customers, dates"
        placeholder="Order, amount, customer, date, or many ids at once"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- support opens Home to type this
        autoFocus
        spellCheck={false}
        styles={{ input: { height: 48, fontSize: 16 } }}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        leftSectionWidth={46}
        rightSection={
          <Kbd ff="inherit" fw={400} px={5} py={1} bd="1px solid var(--mc-line)" aria-hidden="true">
            {heldHere()} K
          </Kbd>
        }
        rightSectionWidth={84}
        value={text}
        onFocus={() => takeHanded()}
        onBlur={() => setText('')}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          if (value !== '') handToFinder(value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          // A field of one line would run the ids of a column together.
          if (profile === null || parseIds(pasted).ids.length < 2) return;
          event.preventDefault();
          navigateTo(lookupOfTextPath(profile, pasted));
        }}
      />
      <Group gap="xs" mt={10} fz="xs" c="dimmed">
        Try
        {TRY.map((words) => (
          <Button key={words} size="compact-xs" variant="light" color="gray" onClick={() => handToFinder(words)}>
            {words}
          </Button>
        ))}
        <Text span inherit ml="auto">
          Paste up to {MAX_LOOKUP_IDS} ids to see the state of each
        </Text>
      </Group>
    </Paper>
  );
}

const ENDPOINTS = 6;
const KINDS = ['deliveries', 'invoices'] as const;

interface Endpoint extends Pick<FailureGroup, 'host' | 'failed' | 'answers'>, Pick<HostHealth, 'hours'> {
  readonly failing: number;
}

/** Hosts by how much fails there. Exported for its test. */
export function endpointsOf(groups: readonly FailureGroup[], hosts: readonly HostHealth[]): readonly Endpoint[] {
  return [...Map.groupBy(groups, ({ host }) => host)]
    .map(([host, own]) => ({
      host,
      failing: own.reduce((all, { failed, retrying }) => all + failed + retrying, 0),
      failed: own.reduce((all, { failed }) => all + failed, 0),
      answers: own[0]?.answers ?? null,
      hours: hosts.find((one) => one.host === host)?.hours ?? [],
    }))
    .toSorted((a, b) => b.failing - a.failing);
}

function FailingEndpoints() {
  const groups = useCall('deliveries.groups', {}, { refreshOn: KINDS }).data?.groups;
  const hosts = useCall('deliveries.hosts', {}, { refreshOn: KINDS }).data?.hosts;
  const endpoints = endpointsOf(groups ?? [], hosts ?? []);
  const all = endpoints.reduce((sum, { failing }) => sum + failing, 0);
  return (
    <Panel
      title="Failing endpoints"
      {...(all === 0 ? {} : { note: countWords(all, 'webhook', 'webhooks') })}
      flush
      actions={<Link to={screenPath('failing')}>All</Link>}
    >
      {groups?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing is failing" />
      ) : (
        <Table
          label="Endpoints and causes"
          rows={endpoints.slice(0, ENDPOINTS)}
          keyOf={({ host }) => host ?? ''}
          columns={({ cell, count }) => [
            cell('Endpoint', ({ host }) => hostWords(host)),
            cell('Last 24 hours', ({ hours }) => <HourBars hours={hours} />),
            cell('Last answer', ({ answers }) => (
              <Text span inherit c={answers?.isAnswering === true ? 'var(--mc-good-text)' : 'var(--mc-bad-text)'}>
                {answers === null ? '—' : <HostAnswersText host={null} answers={answers} />}
              </Text>
            )),
            count('Failing', ({ failing }) => failing),
            cell(TO_DO, actionAt, { isFigure: true }),
          ]}
        />
      )}
    </Panel>
  );
}

const TO_DO = <VisuallyHidden>What to do</VisuallyHidden>;

function actionAt({ host, failed, answers }: Endpoint): ReactNode {
  const action = failed === 0 ? 'Check' : answers?.isAnswering === true ? `Resend ${grouped(failed)}` : 'Test';
  return (
    <ButtonLink size="compact-sm" to={screenPath('failing')} aria-label={`${action}: ${hostWords(host)}`}>
      {action}
    </ButtonLink>
  );
}

const PAGE = { offset: 0, limit: 8 };

/**
 * The newest invoices of which a webhook fails or that were paid with another amount than ordered: who asks support asks about one of these. `delta`: of
 * the adjustment, below zero when less was paid than ordered; null without one.
 */
function useTroubles() {
  const failing = useCall(
    'deliveries.page',
    { ...PAGE, filter: { state: ['failed', 'retrying'] }, sort: [{ by: 'lastAttemptAt', direction: 'desc' }] },
    { refreshOn: KINDS },
  ).data?.rows;
  const adjusted = useCall(
    'reconciliation.adjusted',
    { ...PAGE, triage: 'open', sort: [{ by: 'finishedAt', direction: 'desc' }] },
    { refreshOn: ['invoices', 'exceptions'] },
  ).data?.rows;
  if (failing === undefined || adjusted === undefined) return undefined;
  const all = [
    ...adjusted.map(({ uuid, finishedAt, deltaFiat }) => ({ uuid, at: finishedAt, delta: deltaFiat })),
    ...failing.map(({ invoiceUuid, lastAttemptAt }) => ({ uuid: invoiceUuid, at: lastAttemptAt, delta: null })),
  ];
  // An invoice that is both has one line, and says both.
  const first = all.filter(({ uuid }, at) => all.findIndex((one) => one.uuid === uuid) === at);
  return first.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? '')).slice(0, PAGE.limit);
}

function useMatches(ids: readonly string[]): (id: string) => readonly LookupMatch[] {
  const { data } = useCall(
    'lookup.find',
    { ids: [...ids] },
    { enabled: ids.length > 0, refreshOn: ['invoices', 'deliveries', 'withdrawals'], of: ids.join(' ') },
  );
  return (id) => data?.results.find(({ ident }) => ident === id)?.matches ?? [];
}

function NewestTroubles() {
  const troubles = useTroubles();
  const matches = useMatches((troubles ?? []).map(({ uuid }) => uuid));
  // Until the invoice is looked up, its line keeps its place.
  const rows = (troubles ?? []).map((trouble) => ({ ...trouble, ...matches(trouble.uuid).find(isInvoice) }));
  return (
    <Panel title="Newest failed and underpaid" flush actions={<Link to={screenPath('exceptions')}>All</Link>}>
      {troubles?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No webhook fails, no adjusted invoice is open" />
      ) : (
        <Table
          label="Newest troubles"
          rows={rows}
          keyOf={({ uuid }) => uuid}
          columns={({ cell }) => [
            cell('Invoice', ({ uuid, externalId }) => (
              <Link to={invoicePath(uuid)}>{cellText(externalId ?? uuid, 48)}</Link>
            )),
            cell('Time', ({ at }) => (at === null ? '—' : <TimeOfDayText value={at} short />)),
            cell('Payment', ({ status }) =>
              status === undefined ? null : <StatusBadge kind="invoice" status={status} />,
            ),
            cell(
              'Ordered',
              ({ amount, currency }) =>
                amount === undefined ? null : (
                  <MoneyText value={amount} unit={currency} currency={cellText(currency ?? '', 16)} />
                ),
              { isFigure: true },
            ),
            cell(
              'Paid differs by',
              ({ delta, currency }) => (delta === null ? null : <MoneyText value={delta} unit={currency} sign />),
              { isFigure: true },
            ),
            cell('Webhook', ({ delivery }) =>
              delivery === undefined ? null : <DeliveryStateBadge state={delivery} />,
            ),
          ]}
        />
      )}
    </Panel>
  );
}

type FoundInvoice = Extract<LookupMatch, { kind: 'invoice' }>;
const isInvoice = (match: LookupMatch): match is FoundInvoice => match.kind === 'invoice';

const LOOKS = 10;

/** What was opened in this window, latest first, with how it stands now. */
function LastLooks() {
  const { id: profile } = useProfile();
  const looks = useLooks()
    .filter((look) => look.profile === profile)
    .slice(0, LOOKS);
  const matches = useMatches(looks.map(({ ident }) => ident));
  return (
    <Panel title="My last look-ups" flush={looks.length > 0}>
      {looks.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing yet">
          Invoices, customers and withdrawals that you open in this window stand here.
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0} m={0} p={0}>
          {looks.map((look) => (
            <LookLine
              key={`${look.kind} ${look.ident}`}
              look={look}
              match={matches(look.ident).find(({ kind }) => kind === look.kind)}
            />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

const PATHS: Readonly<Record<LastLook['kind'], (ident: string) => string>> = {
  invoice: invoicePath,
  withdrawal: withdrawalPath,
  customer: customerPath,
};

function LookLine(props: { readonly look: LastLook; readonly match: LookupMatch | undefined }) {
  const { look, match } = props;
  const { kind, ident, at } = look;
  return (
    <li className={classes.line}>
      <Stack gap={0} flex={1} miw={0}>
        <Text component="a" truncate fw={500} className="mc-link" href={hashHref(PATHS[kind](ident))}>
          {cellText(match?.kind === 'invoice' ? match.externalId : ident, 64)}
        </Text>
        <Group gap={8} fz={12} lh="16px" c="dimmed">
          {match?.kind === 'invoice' || match?.kind === 'withdrawal' ? (
            <StatusBadge kind={match.kind} status={match.status} />
          ) : match?.kind === 'customer' ? (
            countWords(match.invoices, 'invoice', 'invoices')
          ) : null}
        </Group>
      </Stack>
      <Text fz={12} c="dimmed">
        <TimeOfDayText value={fromEpochMs(at)} short />
      </Text>
    </li>
  );
}
