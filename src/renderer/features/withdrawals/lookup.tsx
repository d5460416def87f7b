/**
 * A whole uuid that is not among the mirrored withdrawals is looked up at the API. Not here: what is said of it
 * (ui/lookup-state).
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { useCall } from '../../bridge/index.ts';
import { LookupState, plainText, StatusBadge, withdrawalPath } from '../../ui/index.ts';

/** Looks the uuid up and says what the API knows of it. */
export function Lookup({ uuid }: { readonly uuid: string }): ReactNode {
  const { data, failure, isPrevious, refresh } = useCall('withdrawals.get', { uuid });
  return (
    <LookupState
      what="withdrawal"
      shownId={plainText(uuid)}
      failure={failure}
      onRetry={refresh}
      found={data === undefined || isPrevious ? undefined : foundIn(data)}
    />
  );
}

function foundIn({ withdrawal, source }: CallOutput<'withdrawals.get'>) {
  return {
    source,
    path: withdrawalPath(withdrawal.uuid),
    face: <StatusBadge kind="withdrawal" status={withdrawal.status} />,
  };
}
