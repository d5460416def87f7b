// What was found, one row a record: exact ids, how it stands, the verdict, the webhook, how old the reading is.
import { Text } from '@mantine/core';
import type { LookupMatch, LookupResult } from '../../../contract/calls/lookup.ts';
import { AgeText, cellText, countWords, Link, plainText, Table, Under } from '../../ui/index.ts';
import { DeliveryStateBadge, StatusBadge, ToneBadge } from '../../parts/index.ts';
import { API_HAS_NOT, FINDING_WORDS, findingOf, kindWords, pathOf, VERDICTS } from './lookup-view.tsx';

interface Row {
  readonly result: LookupResult;
  /** Null where nothing was found. */
  readonly match: LookupMatch | null;
  readonly isFirst: boolean;
}

export function ResultsTable({ results }: { readonly results: readonly LookupResult[] }) {
  const rows = results.flatMap((result): readonly Row[] =>
    result.matches.length === 0
      ? [{ result, match: null, isFirst: true }]
      : result.matches.map((match, at) => ({ result, match, isFirst: at === 0 })),
  );
  return (
    <Table
      label="Found records"
      rows={rows}
      keyOf={({ result, match }) => `${result.ident} ${match === null ? '' : pathOf(match)}`}
      columns={({ cell, money }) => [
        cell('Id', (row) => <Ident row={row} />),
        cell('Record', ({ result, match }) =>
          match === null ? (
            <>
              <ToneBadge tone="quiet">{FINDING_WORDS[findingOf(result)]}</ToneBadge>{' '}
              <span className="mc-note">{notFoundWords(result)}</span>
            </>
          ) : (
            <>
              <Link to={pathOf(match)}>{nameOf(match)}</Link>
              <Under>{kindWords(match)}</Under>
            </>
          ),
        ),
        cell('State', ({ match }) => (match === null ? null : <State match={match} />)),
        cell('Verdict', ({ match }) => (match?.kind === 'invoice' ? <Verdict match={match} /> : null)),
        cell('Webhook', ({ match }) => {
          if (match?.kind === 'delivery') return <DeliveryStateBadge state={match.state} />;
          // A pending invoice has no webhook yet, so nothing is missing there.
          if (match?.kind !== 'invoice') return null;
          return match.status === 'pending' ? '—' : <DeliveryStateBadge state={match.delivery} />;
        }),
        money('Amount', ({ match }) => (match !== null && 'amount' in match ? match.amount : null), {
          currency: ({ match }) => unitOf(match),
        }),
        cell('Read', ({ match }) =>
          match === null || match.kind === 'customer' ? null : <AgeText since={match.asOf} />,
        ),
      ]}
    />
  );
}

function Ident({ row: { result, isFirst } }: { readonly row: Row }) {
  const { ident, matches } = result;
  return (
    <>
      <Text span ff="var(--mc-mono)" fz={12.5} miw={120} maw={240} style={{ overflowWrap: 'anywhere' }}>
        {plainText(ident)}
      </Text>{' '}
      {isFirst && findingOf(result) === 'ambiguous' ? (
        <ToneBadge tone="warn">{countWords(matches.length, 'record', 'records')}</ToneBadge>
      ) : null}
    </>
  );
}

function unitOf(match: LookupMatch | null): string | undefined {
  const unit = match?.kind === 'invoice' ? match.currency : match?.kind === 'withdrawal' ? match.token : null;
  return unit === null ? undefined : plainText(unit.slice(0, 16));
}

function notFoundWords({ asked }: LookupResult): string {
  if (asked === undefined) return 'not in the mirror';
  return asked.failure === undefined
    ? `not in the mirror; ${API_HAS_NOT}`
    : 'not in the mirror; the API could not be asked';
}

function nameOf(match: LookupMatch): string {
  if (match.kind === 'customer') return countWords(match.invoices, 'invoice', 'invoices');
  if (match.kind === 'withdrawal') return cellText(match.uuid, 64);
  return cellText(match.kind === 'invoice' ? match.externalId : (match.externalId ?? match.invoiceUuid), 64);
}

function State({ match }: { readonly match: LookupMatch }) {
  if (match.kind === 'customer') return null;
  if (match.kind === 'delivery') return cellText(match.event, 40);
  return <StatusBadge kind={match.kind} status={match.status} isMissing={match.missingSince !== undefined} />;
}

function Verdict({ match }: { readonly match: Extract<LookupMatch, { kind: 'invoice' }> }) {
  const { tone, words } = VERDICTS[match.fulfilment.verdict];
  return (
    <ToneBadge tone={tone} title={match.fulfilment.reason}>
      {words}
    </ToneBadge>
  );
}
