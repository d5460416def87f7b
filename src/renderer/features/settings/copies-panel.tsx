// The copies of the books: when each was made, what is in it, whether it is sound, putting one back, and the way to another computer.
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { type BooksCopy, type BooksCounts, RESTORE_PROBLEM_WORDS } from '../../../domain/kernel/copies.ts';
import { useCall } from '../../bridge/index.ts';
import { FailureNotice, InstantText, Panel, plainText, Table, Under } from '../../ui/index.ts';
import { bytesWords, ToneBadge } from '../../parts/index.ts';
import { BringIn, WriteOut } from './move-books.tsx';
import { RestoreDialog, saidOf, sinceCopy } from './restore-dialog.tsx';

type Copies = CallOutput<'books.copies'>;

/** So many are shown at first. */
const FIRST = 4;

const STATES = {
  intact: null,
  damaged: ['bad', 'Damaged'],
  unknown: ['warn', 'No checksum'],
} as const;

export function CopiesPanel(): ReactNode {
  const { data, failure, refresh } = useCall('books.copies', {});
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<BooksCopy | null>(null);
  const more = (data?.copies.length ?? 0) - FIRST;
  return (
    <Panel
      title="Copies of your books"
      note="one a day, and one before each risk"
      flush
      actions={
        all || more <= 0 ? null : (
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            Show {more} more
          </Button>
        )
      }
    >
      <FailureNotice failure={failure} onRetry={refresh} />
      {data === undefined ? (
        <Text c="dimmed" p="md">
          {failure === undefined ? 'Looking into the copies…' : ''}
        </Text>
      ) : (
        <>
          <Drill drill={data.drill} />
          <Table
            label="Copies"
            rows={data.copies.slice(0, all ? undefined : FIRST)}
            keyOf={({ name }) => name}
            columns={({ cell }) => [
              cell('Copy', (copy) => <Made copy={copy} books={data.books} />),
              cell('Restore', (copy) => (
                <Button
                  size="xs"
                  variant="default"
                  disabled={copy.state !== 'intact'}
                  aria-label={`Restore ${copy.name}`}
                  onClick={() => setChosen(copy)}
                >
                  Restore…
                </Button>
              )),
            ]}
          />
        </>
      )}
      <Group px="md" py="sm" gap="xs">
        <WriteOut />
        <BringIn />
        <Text c="dimmed" fz="xs">
          the way to another computer
        </Text>
      </Group>
      {chosen === null || data === undefined ? null : (
        <RestoreDialog copy={chosen} books={data.books} onClose={() => setChosen(null)} />
      )}
    </Panel>
  );
}

function Drill({ drill }: Pick<Copies, 'drill'>): ReactNode {
  return (
    <Text px="md" py="xs" c="dimmed" role="status">
      {drill === undefined ? (
        'The newest copy is tried once a day; not yet.'
      ) : drill.problem === null ? (
        <>
          The newest copy was tried <InstantText value={drill.at} short />: it can be put back.
        </>
      ) : (
        <>
          <ToneBadge tone="bad">Not sound</ToneBadge> {plainText(drill.copy.slice(0, 80))}, tried{' '}
          <InstantText value={drill.at} short />: {RESTORE_PROBLEM_WORDS[drill.problem]}.
        </>
      )}
    </Text>
  );
}

function Made({ copy, books }: { readonly copy: BooksCopy; readonly books: BooksCounts }): ReactNode {
  const state = STATES[copy.state];
  const { holds } = copy;
  const said = holds === null ? ['cannot be read'] : saidOf((kind) => holds[kind]);
  return (
    <>
      <InstantText value={copy.madeAt} short />
      {state === null ? null : (
        <>
          {' '}
          <ToneBadge tone={state[0]}>{state[1]}</ToneBadge>
        </>
      )}
      <Under>{[bytesWords(copy.bytes), ...said].join(' · ')}</Under>
      {holds === null ? null : <Under>Since then: {sinceCopy(books, holds).join(', ') || 'nothing new'}</Under>}
    </>
  );
}
