// What the merchant's own books say of one record, for the page of that record.
import { useCall } from '../../../bridge/index.ts';
import { countWords, entriesPath, FailureNotice, Link, Panel } from '../../../ui/index.ts';
import { EntryLines } from './lines.tsx';

const MOST_NAMED = 5;

/** Nothing without an entry: that the books have none says nothing where nothing was imported. */
export function RecordEntries({ uuid }: { readonly uuid: string }) {
  const page = { filter: { recordUuid: uuid }, offset: 0, limit: MOST_NAMED };
  const call = useCall('entries.page', page, { refreshOn: ['entries', 'imports'], of: uuid });
  const { data, failure, refresh } = call;
  const [first] = data?.rows ?? [];
  if (first === undefined && failure === undefined) return null;
  return (
    <Panel title="In your ledger" note="What your own files say of this record.">
      <FailureNotice failure={failure} onRetry={refresh} />
      <EntryLines entries={data?.rows ?? []} />
      {first === undefined || data === undefined || data.total <= MOST_NAMED ? null : (
        <p className="mc-note">
          <Link to={entriesPath({ kind: first.kind, recordUuid: uuid })}>
            All {countWords(data.total, 'entry', 'entries')}
          </Link>
        </p>
      )}
    </Panel>
  );
}
