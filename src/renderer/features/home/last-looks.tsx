/** What was opened in this window, latest first, with how it stands now. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LookupMatch } from '../../../contract/calls/lookup.ts';
import { fromEpochMs } from '../../../domain/time.ts';
import { screenPath } from '../../../domain/screens.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  hashHref,
  invoicePath,
  type Look,
  Panel,
  plainText,
  StatusBadge,
  TimeOfDayText,
  useLooks,
  withdrawalPath,
} from '../../ui/index.ts';
import classes from './home.module.css';

const ROWS = 10;

export function LastLooks(): ReactNode {
  const { id: profile } = useProfile();
  const looks = useLooks()
    .filter((look) => look.profile === profile)
    .slice(0, ROWS);
  const ids = looks.map(({ ident }) => ident);
  const results = useCall(
    'lookup.find',
    { ids },
    {
      enabled: ids.length > 0,
      refreshOn: ['invoices', 'deliveries', 'withdrawals'],
      of: ids.join(' '),
    },
  ).data?.results;
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
              match={results?.find(({ ident }) => ident === look.ident)?.matches.find(({ kind }) => kind === look.kind)}
            />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

const pathOf = ({ kind, ident }: Look): string =>
  kind === 'invoice'
    ? invoicePath(ident)
    : kind === 'withdrawal'
      ? withdrawalPath(ident)
      : screenPath('customer', { id: ident });

function LookLine({ look, match }: { readonly look: Look; readonly match: LookupMatch | undefined }): ReactNode {
  const name = match?.kind === 'invoice' ? match.externalId : look.ident;
  return (
    <li className={classes.line}>
      <Stack gap={0} flex={1} miw={0}>
        <Text component="a" truncate fz={13} fw={500} className="mc-link" href={hashHref(pathOf(look))}>
          {plainText(name.slice(0, 64))}
        </Text>
        <Group gap={8} fz={12} lh="16px" c="dimmed">
          <State match={match} />
        </Group>
      </Stack>
      <Text fz={12} c="dimmed">
        <TimeOfDayText value={fromEpochMs(look.at)} short />
      </Text>
    </li>
  );
}

function State({ match }: { readonly match: LookupMatch | undefined }): ReactNode {
  if (match?.kind === 'invoice') return <StatusBadge kind="invoice" status={match.status} />;
  if (match?.kind === 'withdrawal') return <StatusBadge kind="withdrawal" status={match.status} />;
  return match?.kind === 'customer' ? countWords(match.invoices, 'invoice', 'invoices') : null;
}
