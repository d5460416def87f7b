// Who is not in the plan, grouped by reason, each with its rows; and asking the API for ids that the mirror lacks.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ExcludedResend } from '../../../../contract/calls/bulk.ts';
import { useMisses, useWriteBar } from '../../../bridge/index.ts';
import { countWords, FailureNotice, hashHref, InstantText, invoicePath, plainText } from '../../../ui/index.ts';
import { EXCLUSION_WORDS, groupedByReason, askedApiWords } from './plan-words.ts';

const SHOWN_AT_ONCE = 100;
/** Each costs a request or two of the minute. */
const MOST_LOOKED_UP = 20;

export function Excluded(props: {
  readonly excluded: readonly ExcludedResend[];
  /** The API was asked; the mirror may know more now. */
  readonly onLookedUp: () => void;
}): ReactNode {
  const { excluded, onLookedUp } = props;
  return (
    <Stack component="section" gap="xs" aria-label="Who stays out">
      <Title order={3} fz={14}>
        {countWords(excluded.length, 'stays out', 'stay out')}
      </Title>
      {groupedByReason(excluded).map(({ reason, rows }) => (
        <details key={reason}>
          <summary>
            <Text span fw={500} className="mc-num">
              {rows.length.toLocaleString('en-GB')} {EXCLUSION_WORDS[reason].short}
            </Text>{' '}
            <Text span size="xs" c="dimmed">
              {EXCLUSION_WORDS[reason].why}
            </Text>
          </summary>
          {reason === 'not-found' ? <AskApi rows={rows} onLookedUp={onLookedUp} /> : null}
          <Rows rows={rows} />
        </details>
      ))}
    </Stack>
  );
}

function Rows({ rows }: { readonly rows: readonly ExcludedResend[] }): ReactNode {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = rows.length - shown;
  return (
    <>
      <ul style={{ maxHeight: 280, overflow: 'auto', overflowWrap: 'anywhere' }}>
        {rows.slice(0, shown).map((row, position) => (
          // One id may be named twice, so the place is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${position} ${row.ident}`} style={{ minHeight: 26 }}>
            <Ident row={row} />
            {row.nextAttemptAt === null ? null : (
              <Text span size="xs" c="dimmed">
                {' '}
                next attempt <InstantText value={row.nextAttemptAt} />
              </Text>
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
      <Group gap="xs">
        <Text size="xs" c="dimmed" role="status">
          {askedApiWords(misses)}
        </Text>
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
      </Group>
    </>
  );
}
