// Records that could not be read without guessing, as they came: where they are from, what is wrong with them, and their text.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/index.ts';
import {
  CopyText,
  EmptyState,
  FailureNotice,
  ForeignText,
  grouped,
  InstantText,
  PageFrame,
  Panel,
} from '../../../ui/index.ts';
import { ExceptionViews } from '../exceptions/views.tsx';

const PAGE = 50;

export function UnreadablePage() {
  const [limit, setLimit] = useState(PAGE);
  const { data, failure, refresh } = useCall('quarantine.page', { offset: 0, limit }, { refreshOn: ['quarantine'] });
  return (
    <PageFrame
      title="Unreadable records"
      band
      strip={<ExceptionViews here="unreadable" />}
      subtitle="Kept aside rather than guessed. They are in no other list and in no total."
      actions={<ExportMenu count={data?.total ?? null} rows={(asked) => ({ kind: 'quarantine', ...asked })} />}
    >
      <FailureNotice failure={failure} onRetry={refresh} />
      {data?.rows.length === 0 ? <EmptyState kind="nothing-yet" title="Every record could be read" /> : null}
      {data?.rows.map((row, index) => (
        <Panel
          key={row.uuid ?? `${index}`}
          title={row.list}
          note={
            <>
              {row.reason} · seen <InstantText value={row.asOf} withAge />
            </>
          }
        >
          {row.uuid === null ? null : <CopyText value={row.uuid} label="uuid" />}
          <ForeignText text={row.raw} block />
        </Panel>
      ))}
      {data !== undefined && data.total > data.rows.length && limit < 200 ? (
        <Button onClick={() => setLimit(Math.min(200, limit + PAGE))}>Show more of {grouped(data.total)}</Button>
      ) : null}
    </PageFrame>
  );
}
