/**
 * What to say when a whole uuid is not among the mirrored withdrawals: it is looked up at the API, and the screen says what
 * came of it.
 */
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../bridge/index.ts';
import { EmptyState, FailureNotice, hashHref, plainText, StatusBadge } from '../../ui/index.ts';

/** Looks the uuid up and says what the API knows of it. */
export function Lookup({ uuid }: { readonly uuid: string }): ReactNode {
  const { data, failure, isPrevious, refresh } = useCall('withdrawals.get', { uuid });
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="The API knows no withdrawal with this id">
        {plainText(uuid)} is not in the mirror, and the API has no such withdrawal for this business.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The id could not be looked up">
        <FailureNotice failure={failure} onRetry={refresh} />
      </EmptyState>
    );
  }
  if (data === undefined || isPrevious) {
    return (
      <EmptyState kind="nothing-matches" title="Not in the mirror">
        <Loader size="xs" /> Asking the API for {plainText(uuid)}…
      </EmptyState>
    );
  }
  const { withdrawal, source } = data;
  return (
    <EmptyState
      kind="nothing-matches"
      title={
        source === 'api'
          ? 'Not in the mirror; read from the API just now'
          : 'In the mirror, but hidden by the other filters'
      }
    >
      <p>
        <StatusBadge kind="withdrawal" status={withdrawal.status} />
      </p>
      <Button component="a" href={hashHref(`/withdrawals/${encodeURIComponent(withdrawal.uuid)}`)}>
        Open the withdrawal
      </Button>
    </EmptyState>
  );
}
