// Putting a copy of the books back: what is in it, what that means, and that it is done.
import { List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type BooksCopy, type BooksCounts, RESTORE_PROBLEM_WORDS } from '../../../domain/kernel/copies.ts';
import { useAction } from '../../bridge/index.ts';
import { ActionDialog, countWords, InstantText, Note, Notice } from '../../ui/index.ts';

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
export function saidOf(countOf: (kind: keyof BooksCounts) => number): readonly string[] {
  return NOUNS.flatMap(([kind, one, more]) => (countOf(kind) > 0 ? [countWords(countOf(kind), one, more)] : []));
}

/** What the books have more of than a copy. */
export function sinceCopy(books: BooksCounts, copy: BooksCounts): readonly string[] {
  return saidOf((kind) => books[kind] - copy[kind]);
}

export function RestoreDialog(props: {
  readonly copy: BooksCopy;
  readonly books: BooksCounts;
  readonly onClose: () => void;
}) {
  const { copy, books, onClose } = props;
  const { run, busy, failure } = useAction('books.putBack');
  const [problem, setProblem] = useState<keyof typeof RESTORE_PROBLEM_WORDS | null>(null);
  const { holds } = copy;
  const lost = holds === null ? [] : sinceCopy(books, holds);
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
      <Stack>
        <Text>
          The books become those of <InstantText value={copy.madeAt} withAge />: runs and sends that were open then
          stand still until you decide.
        </Text>
        {holds === null ? null : <Text>In it: {saidOf((kind) => holds[kind]).join(', ')}.</Text>}
        {lost.length === 0 ? (
          <Text>{holds === null ? 'What was added since is not known.' : 'Nothing was added since.'}</Text>
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
