// A closed month by the id of its close, as news and older links name it: it leads to the verification of that month.
import { useEffect } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useCall } from '../../../bridge/index.ts';
import { EmptyState, Link, navigateTo, PageFrame, ReadState } from '../../../ui/index.ts';
import { closingPath } from '../../../parts/index.ts';

/** Leaves no step of its own in the history. */
export function ClosedPage({ id }: { readonly id: string }) {
  const read = useCall('periods.get', { id }, { of: id });
  const period = read.data?.document.statement.period;
  useEffect(() => {
    if (period !== undefined) navigateTo(closingPath(period), { replace: true });
  }, [period]);
  return (
    <PageFrame title="Closed month" back={<Link to={screenPath('months')}>Statements</Link>}>
      {read.failure?.kind === 'not-found' ? (
        <EmptyState kind="nothing-matches" title="No month was closed under this id" />
      ) : (
        <ReadState read={read} unreadTitle="The close could not be read">
          {() => null}
        </ReadState>
      )}
    </PageFrame>
  );
}
