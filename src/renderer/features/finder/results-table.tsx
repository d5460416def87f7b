// What was found, one row a record: exact ids, how it stands, the verdict, the webhook, how old the reading is.
import type { ReactNode } from 'react';
import type { LookupMatch, LookupResult } from '../../../contract/calls/lookup.ts';
import {
  AgeText,
  cellText,
  countWords,
  DeliveryStateBadge,
  GroupedTable,
  hashHref,
  MoneyText,
  plainText,
  StatusBadge,
  ToneBadge,
} from '../../ui/index.ts';
import { API_HAS_NOT, FINDING_WORDS, findingOf, kindWords, pathOf, VERDICTS } from './lookup-view.ts';
import classes from './lookup.module.css';

/** A table of results in their order. */
export function ResultsTable({ results }: { readonly results: readonly LookupResult[] }): ReactNode {
  return (
    <GroupedTable label="Found records" className={classes.lookupResults}>
      <thead>
        <tr>
          <th scope="col">Id</th>
          <th scope="col">Record</th>
          <th scope="col">State</th>
          <th scope="col">Verdict</th>
          <th scope="col">Webhook</th>
          <th scope="col" data-end>
            Amount
          </th>
          <th scope="col">Read</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRows key={result.ident} result={result} />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function ResultRows({ result }: { readonly result: LookupResult }): ReactNode {
  const { ident, matches } = result;
  const finding = findingOf(result);
  const head = (
    <th scope="row" rowSpan={Math.max(1, matches.length)}>
      <span className={classes.lookupId}>{plainText(ident)}</span>
      {finding === 'ambiguous' ? (
        <ToneBadge tone="warn">{countWords(matches.length, 'record', 'records')}</ToneBadge>
      ) : null}
    </th>
  );
  if (matches.length === 0) {
    return (
      <tr data-first>
        {head}
        <td colSpan={6}>
          <ToneBadge tone="quiet">{FINDING_WORDS[finding]}</ToneBadge>{' '}
          <span className="mc-note">{notFoundWords(result)}</span>
        </td>
      </tr>
    );
  }
  return matches.map((match, index) => (
    <tr key={pathOf(match)} data-first={index === 0 || undefined}>
      {index === 0 ? head : null}
      <MatchCells match={match} />
    </tr>
  ));
}

function notFoundWords({ asked }: LookupResult): string {
  if (asked === undefined) return 'not in the mirror';
  return asked.failure === undefined
    ? `not in the mirror; ${API_HAS_NOT}`
    : 'not in the mirror; the API could not be asked';
}

function MatchCells({ match }: { readonly match: LookupMatch }): ReactNode {
  return (
    <>
      <td>
        <a className={`mc-link ${classes.lookupRecord}`} href={hashHref(pathOf(match))}>
          {nameOf(match)}
        </a>
        <span className="mc-note">{kindWords(match)}</span>
      </td>
      <StandingCells match={match} />
      <td>{match.kind === 'customer' ? '—' : <AgeText since={match.asOf} />}</td>
    </>
  );
}

function nameOf(match: LookupMatch): string {
  switch (match.kind) {
    case 'invoice':
      return cellText(match.externalId, 64);
    case 'customer':
      return countWords(match.invoices, 'invoice', 'invoices');
    case 'delivery':
      return cellText(match.externalId ?? match.invoiceUuid, 64);
    case 'withdrawal':
      return cellText(match.uuid, 64);
  }
}

/** State, verdict, webhook, amount. */
function StandingCells({ match }: { readonly match: LookupMatch }): ReactNode {
  switch (match.kind) {
    case 'invoice': {
      const verdict = VERDICTS[match.fulfilment.verdict];
      return (
        <>
          <td>
            <StatusBadge kind="invoice" status={match.status} isMissing={match.missingSince !== undefined} />
          </td>
          <td>
            <ToneBadge tone={verdict.tone} title={match.fulfilment.reason}>
              {verdict.words}
            </ToneBadge>
          </td>
          {/* A pending invoice has no webhook yet, so nothing is missing there. */}
          <td>{match.status === 'pending' ? '—' : <DeliveryStateBadge state={match.delivery} />}</td>
          <td data-end>
            <MoneyText value={match.amount} currency={plainText(match.currency.slice(0, 16))} />
          </td>
        </>
      );
    }
    case 'delivery':
      return (
        <>
          <td>{cellText(match.event, 40)}</td>
          <td>—</td>
          <td>
            <DeliveryStateBadge state={match.state} />
          </td>
          <td data-end>—</td>
        </>
      );
    case 'withdrawal':
      return (
        <>
          <td>
            <StatusBadge kind="withdrawal" status={match.status} isMissing={match.missingSince !== undefined} />
          </td>
          <td>—</td>
          <td>—</td>
          <td data-end>
            <MoneyText
              value={match.amount}
              currency={match.token === null ? undefined : plainText(match.token.slice(0, 16))}
            />
          </td>
        </>
      );
    case 'customer':
      return (
        <>
          <td>—</td>
          <td>—</td>
          <td>—</td>
          <td data-end>—</td>
        </>
      );
  }
}
