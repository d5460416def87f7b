// The copies of the books: when each was made, what is in it, whether it is sound, putting one back, and the way to another computer.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { type BooksCopy, type BooksCounts, RESTORE_PROBLEM_WORDS } from '../../../domain/kernel/copies.ts';
import { FOLDER_WORDS } from '../../../domain/kernel/folder.ts';
import { useAction, useCall } from '../../bridge/index.ts';
import {
  ActionDialog,
  engineWords,
  FailureNotice,
  InstantText,
  Note,
  Panel,
  plainText,
  Table,
  Under,
} from '../../ui/index.ts';
import { bytesWords, FolderField, ToneBadge } from '../../parts/index.ts';
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

export function CopiesPanel() {
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
          <Button size="xs" onClick={() => setAll(true)}>
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
          <Outside outside={data.outside} onSet={refresh} />
          <Table
            label="Copies"
            rows={data.copies.slice(0, all ? undefined : FIRST)}
            keyOf={({ name }) => name}
            columns={({ cell }) => [
              cell('Copy', (copy) => <Made copy={copy} books={data.books} />),
              cell('Restore', (copy) => (
                <Button
                  size="xs"
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

function Drill({ drill }: Pick<Copies, 'drill'>) {
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

function Outside({ outside, onSet }: Pick<Copies, 'outside'> & { readonly onSet: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group px="md" py="xs" wrap="nowrap" align="flex-start">
      <Text c="dimmed" flex={1} style={{ overflowWrap: 'anywhere' }}>
        {outside === undefined ? (
          'All of them are on this disk. A folder on another one keeps a copy that is at most five minutes old.'
        ) : outside.problem !== null ? (
          <>
            <ToneBadge tone="bad">Not written</ToneBadge> {plainText(outside.folder)}: {FOLDER_WORDS[outside.problem]}
          </>
        ) : (
          <>
            Also in {plainText(outside.folder)}
            {outside.madeAt === null ? null : (
              <>
                , as of <InstantText value={outside.madeAt} short />
              </>
            )}
            .
          </>
        )}
      </Text>
      <Button size="xs" onClick={() => setOpen(true)}>
        {outside === undefined ? 'Choose a folder…' : 'Change…'}
      </Button>
      {isOpen ? (
        <OutsideDialog
          folder={outside?.folder ?? ''}
          onClose={() => {
            setOpen(false);
            onSet();
          }}
        />
      ) : null}
    </Group>
  );
}

function OutsideDialog({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) {
  const set = useAction('books.copyTo');
  const [path, setPath] = useState(folder);
  const isEnd = path.trim() === '';
  const submit = () => set.run({ folder: path.trim() });
  return (
    <ActionDialog
      title="A copy of the books on another disk"
      label={isEnd && folder !== '' ? 'Keep none there' : 'Keep a copy there'}
      action={set}
      bar={isEnd && folder === '' ? 'Name the folder.' : null}
      busyWords="The first copy is written."
      onSubmit={submit}
      onClose={onClose}
    >
      <FolderField
        description="On another disk, or one of the network under its letter or mount; empty for none"
        value={path}
        onChange={setPath}
      />
      <Note>
        A file a day, of the last seven. Whoever can read the folder can read the books; keys are not in them. Should{' '}
        {engineWords().computer} be lost, bring the latest in on another one: what was open stands still there until you
        decide.
      </Note>
    </ActionDialog>
  );
}

function Made({ copy, books }: { readonly copy: BooksCopy; readonly books: BooksCounts }) {
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
