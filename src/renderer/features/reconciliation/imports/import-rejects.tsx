/** Every rejected row of an import, in the order of the file; reason and place stand in the address. */
import type { ReactNode } from 'react';
import type { RejectReason } from '../../../../domain/import.ts';
import { useCall } from '../../../bridge/index.ts';
import { countWords, Panel, ReadState, useRouteFilters } from '../../../ui/index.ts';
import { placeIn, placeText } from './place.ts';
import { REASON, reasonIn, REJECTS_PAGE, RejectsTable } from './rejects-table.tsx';

const FROM = 'from';

export function ImportRejects(props: {
  readonly id: string;
  readonly total: number;
  readonly byReason: Readonly<Partial<Record<RejectReason, number>>>;
}): ReactNode {
  const { id, total, byReason } = props;
  const route = useRouteFilters();
  const reason = reasonIn(route.text(REASON));
  const which = reason ?? 'all';
  const offset = placeIn(route.text(FROM), which);
  const input = { id, ...(reason === null ? {} : { reason }), offset, limit: REJECTS_PAGE };
  const read = useCall('imports.rejects', input, { refreshOn: ['imports'], of: id });
  return (
    <Panel
      title={countWords(total, 'rejected row', 'rejected rows')}
      note="They are no entries. Put them right in the file and import it again: only they come in then."
      flush
    >
      <ReadState read={read} unreadTitle="The rejected rows could not be read">
        {(answer) => (
          <RejectsTable
            rejects={answer.rows}
            total={answer.total}
            offset={offset}
            byReason={byReason}
            reason={reason}
            isBefore={false}
            onTurn={(next) => route.change({ [FROM]: placeText(which, next) })}
          />
        )}
      </ReadState>
    </Panel>
  );
}
