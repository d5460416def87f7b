/**
 * Who is not in the plan, grouped by reason, each with its rows; and asking the API for ids that the mirror lacks. Not here: the words
 * of the reasons (plan-words.ts).
 */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ExcludedResend } from '../../../../contract/calls/bulk.ts';
import { useMisses, useWriteBar } from '../../../bridge/index.ts';
import { countWords, FailureNotice, hashHref, InstantText, invoicePath, Panel, plainText } from '../../../ui/index.ts';
import { EXCLUSION_WORDS, groupedByReason, askedApiWords } from './plan-words.ts';

const SHOWN_AT_ONCE = 100;
/** Each costs a request or two of the minute. */
const MOST_LOOKED_UP = 20;

export function ExcludedPanel(props: {
  readonly excluded: readonly ExcludedResend[];
  /** The API was asked; the mirror may know more now. */
  readonly onLookedUp: () => void;
}): ReactNode {
  const { excluded, onLookedUp } = props;
  return (
    <Panel title="Not in this plan" note={`${countWords(excluded.length, 'is', 'are')} left out, for these reasons.`}>
      <ul className="mc-bulk-reasons">
        {groupedByReason(excluded).map(({ reason, rows }) => (
          <li key={reason}>
            <details>
              <summary>
                <span className="mc-bulk-reason mc-num">
                  {rows.length.toLocaleString('en-GB')} {EXCLUSION_WORDS[reason].short}
                </span>
                <span className="mc-bulk-quiet">{EXCLUSION_WORDS[reason].why}</span>
              </summary>
              {reason === 'not-found' ? <AskApi rows={rows} onLookedUp={onLookedUp} /> : null}
              <Rows rows={rows} />
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Rows({ rows }: { readonly rows: readonly ExcludedResend[] }): ReactNode {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = rows.length - shown;
  return (
    <>
      <ul className="mc-bulk-left">
        {rows.slice(0, shown).map((row, position) => (
          // One id may be named twice, so the place is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${position} ${row.ident}`}>
            <Ident row={row} />
            {row.nextAttemptAt === null ? null : (
              <span className="mc-bulk-quiet">
                next attempt <InstantText value={row.nextAttemptAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show {Math.min(left, SHOWN_AT_ONCE)} more of {left.toLocaleString('en-GB')}
        </Button>
      ) : null}
    </>
  );
}

function Ident({ row }: { readonly row: ExcludedResend }): ReactNode {
  const shown = plainText(row.ident.slice(0, 128));
  if (row.invoiceUuid === null) return <span className="mc-mono">{shown}</span>;
  return (
    <a className="mc-link mc-mono" href={hashHref(invoicePath(row.invoiceUuid, 'deliveries'))}>
      {shown}
    </a>
  );
}

/** Reads ids that the mirror lacks from the API, a few at a time; what it finds the mirror has then. */
function AskApi({ rows, onLookedUp }: { readonly rows: readonly ExcludedResend[]; readonly onLookedUp: () => void }) {
  const misses = useMisses();
  const bar = useWriteBar();
  const unasked = new Set(rows.map(({ ident }) => ident).filter((ident) => !misses.isAnswered(ident)));
  const next = [...unasked].slice(0, MOST_LOOKED_UP);
  const ask = async (): Promise<void> => {
    await misses.start(next);
    onLookedUp();
  };
  return (
    <>
      {misses.failure === undefined ? null : <FailureNotice failure={misses.failure} />}
      <div className="mc-bulk-row">
        <p className="mc-bulk-quiet" role="status">
          {askedApiWords(misses)}
        </p>
        {next.length === 0 ? null : (
          <Button
            variant="default"
            size="xs"
            loading={misses.state === 'running'}
            disabled={bar?.kind === 'unavailable-offline'}
            onClick={() => void ask()}
          >
            Ask the API for {countWords(next.length, 'id', 'ids')}
          </Button>
        )}
      </div>
    </>
  );
}
