// One id: straight to its record when exactly one has it, the choice when several do, and what was asked when none does.
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import type { LookupResult } from '../../../contract/calls/lookup.ts';
import { useCall } from '../../bridge/index.ts';
import { countWords, EmptyState, FailureNotice, navigateTo, Panel, plainText } from '../../ui/index.ts';
import { MirrorReach, NOT_ASKABLE, pathOf } from './lookup-view.tsx';
import { ResultsTable } from './results-table.tsx';

export function OneId({ id }: { readonly id: string }) {
  const { data, failure, isPrevious, refresh } = useCall('lookup.find', { ids: [id], ask: true });
  const result = isPrevious ? undefined : data?.results[0];
  const only = result?.matches.length === 1 ? result.matches[0] : undefined;
  const path = only === undefined ? undefined : pathOf(only);
  useEffect(() => {
    if (path !== undefined) navigateTo(path, { replace: true });
  }, [path]);
  if (result === undefined && failure !== undefined) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (result === undefined || path !== undefined)
    return (
      <EmptyState kind="nothing-yet" title="Looking">
        <Loader size="xs" /> Looking for “{plainText(id)}” in the mirror, and at the API if the mirror does not have it.
      </EmptyState>
    );
  if (result.matches.length === 0) return <Nothing result={result} onRetry={refresh} />;
  return (
    <Panel
      flush
      title={`${countWords(result.matches.length, 'record has', 'records have')} this id`}
      note={
        result.isCut
          ? 'There may be more than these.'
          : 'An external id is any text of the shop’s own: it may look like the uuid of another invoice, or be a customer’s id too.'
      }
    >
      <ResultsTable results={[result]} />
    </Panel>
  );
}

function Nothing({ result, onRetry }: { readonly result: LookupResult; readonly onRetry: () => void }) {
  const { ident, asked, similar } = result;
  const failure = asked?.failure;
  return (
    <>
      {failure === undefined ? (
        <EmptyState kind="nothing-matches" title="Nothing was found with this id">
          <p className="mc-note">
            “{plainText(ident)}” is not in the mirror, and the API knows no{' '}
            {(asked?.requests ?? 0) > 1 ? 'invoice and no withdrawal' : 'invoice'} with it for this business (
            {countWords(asked?.requests ?? 0, 'request', 'requests')}). {NOT_ASKABLE}
          </p>
          <p className="mc-note">A space inside, a letter o for a zero, or another case makes another id.</p>
          <MirrorReach />
        </EmptyState>
      ) : (
        <EmptyState kind="could-not-load" title="Not in the mirror, and the API could not be asked">
          <FailureNotice failure={failure} onRetry={onRetry} />
          <MirrorReach />
        </EmptyState>
      )}
      {similar.length === 0 ? null : (
        <Panel flush title="Invoices that hold it as a part, or in another case">
          <ResultsTable
            results={similar.map((match) => ({ ident: match.externalId, matches: [match], isCut: false, similar: [] }))}
          />
        </Panel>
      )}
    </>
  );
}
