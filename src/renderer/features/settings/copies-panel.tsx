// The copies of the books: when each was made, what is in it, whether it is sound, and putting one back.
import { Button, List, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { type BooksCopy, type BooksCounts, RESTORE_PROBLEM_WORDS } from '../../../domain/kernel/copies.ts';
import { useAction, useCall } from '../../bridge/index.ts';
import {
  ActionDialog,
  countWords,
  FailureNotice,
  InstantText,
  Note,
  Notice,
  Panel,
  plainText,
  Table,
  Under,
} from '../../ui/index.ts';
import { bytesWords, ToneBadge } from '../../parts/index.ts';

type Copies = CallOutput<'books.copies'>;

/** So many are shown at first. */
const FIRST = 4;

const STATES = {
  intact: null,
  damaged: ['bad', 'Damaged'],
  unknown: ['warn', 'No checksum'],
} as const;

/** In the order in which they are said. */
const NOUNS: readonly (readonly [keyof BooksCounts, string, string])[] = [
  ['profiles', 'business', 'businesses'],
  ['closes', 'closed month', 'closed months'],
  ['notes', 'note', 'notes'],
  ['labels', 'label', 'labels'],
  ['answers', 'answer of your own', 'answers of your own'],
  ['exceptions', 'exception', 'exceptions'],
  ['entries', 'ledger entry', 'ledger entries'],
  ['runs', 'run', 'runs'],
  ['resends', 'resend', 'resends'],
  ['creates', 'order sent', 'orders sent'],
  ['activity', 'audit log entry', 'audit log entries'],
];

/** What there is any of, in words. */
function saidOf(countOf: (kind: keyof BooksCounts) => number): readonly string[] {
  return NOUNS.flatMap(([kind, one, more]) => (countOf(kind) > 0 ? [countWords(countOf(kind), one, more)] : []));
}

/** What the books have more of than a copy. */
function sinceCopy(books: BooksCounts, copy: BooksCounts): readonly string[] {
  return saidOf((kind) => books[kind] - copy[kind]);
}

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

function RestoreDialog(props: {
  readonly copy: BooksCopy;
  readonly books: BooksCounts;
  readonly onClose: () => void;
}): ReactNode {
  const { copy, books, onClose } = props;
  const { run, busy, failure } = useAction('books.putBack');
  const [problem, setProblem] = useState<keyof typeof RESTORE_PROBLEM_WORDS | null>(null);
  const lost = copy.holds === null ? [] : sinceCopy(books, copy.holds);
  const putBack = async (): Promise<void> => {
    const result = await run({ copy: copy.name });
    if (result?.ok !== true) return;
    if (result.value.problem === null) onClose();
    else setProblem(result.value.problem);
  };
  return (
    <ActionDialog
      title="Restore this copy?"
      label="Restore"
      cancel="Keep the books"
      isDanger
      action={{ busy, failure }}
      busyWords="Looking into the copy…"
      onSubmit={() => void putBack()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          The books become those of <InstantText value={copy.madeAt} withAge />: runs and sends that were open then
          stand still until you decide.
        </Text>
        {lost.length === 0 ? (
          <Text>{copy.holds === null ? 'What was added since is not known.' : 'Nothing was added since.'}</Text>
        ) : (
          <div>
            What was added since is lost:
            <List>
              {lost.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </div>
        )}
        <Note>
          Settings and decisions are those of the copy, too. The present books are copied first, so that you can go
          back. The console starts again by itself; windows wait for a moment. Keys and the mirror stay.
        </Note>
        {problem === null ? null : (
          <Notice tone="warn" title="Not restored">
            The copy was not put back: {RESTORE_PROBLEM_WORDS[problem]}. Nothing has changed.
          </Notice>
        )}
      </Stack>
    </ActionDialog>
  );
}
