// Taking an import back: the dialog says exactly what goes and what stays before anything does.
import { List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useAction, useCall, useProfile } from '../../../bridge/index.ts';
import {
  ActionDialog,
  countWords,
  ForeignText,
  importPath,
  Link,
  navigateTo,
  Note,
  Notice,
  plainText,
  ReadState,
  tellNews,
} from '../../../ui/index.ts';
import { coverageWords } from './words.ts';
import { useBooksBar } from './use-books-bar.ts';

type Answer = CallOutput<'imports.get'>;
type Refused = Extract<CallOutput<'imports.undo'>, { readonly outcome: 'refused' }>;

export function UndoDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const read = useCall('imports.get', { id }, { refreshOn: ['imports', 'entries'] });
  const { id: profile } = useProfile();
  const { run, busy, failure } = useAction('imports.undo');
  const [refused, setRefused] = useState<Refused | null>(null);
  const bar = useBooksBar();
  const isGone = [read.failure, failure].some((one) => one?.kind === 'not-found');
  const isLost = failure?.kind === 'unavailable-offline';
  const relying = (refused ?? read.data)?.repeatedBy ?? [];
  const undo = async (reason: string): Promise<void> => {
    const result = await run({ id, reason });
    if (result?.ok !== true) return;
    if (result.value.outcome === 'refused') {
      setRefused(result.value);
      return;
    }
    onClose();
    const name = plainText((read.data?.import.fileName ?? '').slice(0, 80));
    tellNews({
      id: `undone-${id}`,
      title: 'The import was undone',
      words: `${countWords(result.value.entries, 'entry', 'entries')} of ${name} went.`,
      tone: 'quiet',
      link: null,
      profile,
    });
    navigateTo(screenPath('imports'));
  };
  if (isGone) {
    // Another window, or somebody before a lost answer, was quicker.
    return (
      <Modal opened onClose={onClose} title="Undo this import?" size={560}>
        <Notice tone="quiet" title="It was undone already" action={{ label: 'Close', run: onClose }}>
          Your ledger does not have this import any more. The audit log says when and by whom it was undone.
        </Notice>
      </Modal>
    );
  }
  return (
    <ActionDialog
      title="Undo this import?"
      label="Undo the import"
      cancel="Keep the import"
      isDanger
      action={{ busy, failure: isLost ? undefined : failure }}
      bar={read.data === undefined || read.data.repeatedBy.length > 0 ? '' : bar}
      why="The audit log keeps why."
      onSubmit={(reason) => void undo(reason)}
      onClose={onClose}
    >
      <ReadState read={read} unreadTitle="What would go could not be read">
        {(answer) => <WhatGoes answer={answer} />}
      </ReadState>
      {relying.length === 0 ? null : <RelyingNotice repeatedBy={relying} />}
      {isLost ? (
        <Notice tone="warn" title="The answer did not come" action={{ label: 'Look again', run: read.refresh }}>
          The import may have been undone. If it was, it is not found any more.
        </Notice>
      ) : null}
    </ActionDialog>
  );
}

function WhatGoes({ answer }: { readonly answer: Answer }) {
  return (
    <Stack>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        <ForeignText text={answer.import.fileName} />
      </Text>
      <div>
        What goes:
        <List>
          {goes(answer).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </div>
      <Note>
        {answer.handMatches === 0 ? '' : 'Matches by hand are not made again by importing the file again. '}
        The source stays, and so does every other import. Your file is not touched, and nothing is sent to the API. The
        audit log keeps that it was imported and undone.
      </Note>
    </Stack>
  );
}

/** Line by line, what is not there afterwards. */
export function goes({ import: present, handMatches }: Pick<Answer, 'import' | 'handMatches'>): readonly string[] {
  const { entries, rejected, covers } = present;
  return [
    `${countWords(entries, 'entry', 'entries')}, with what was found about ${entries === 1 ? 'it' : 'them'}`,
    ...(handMatches === 0
      ? []
      : [
          `${countWords(handMatches, 'match', 'matches')} by hand of ${entries === 1 ? 'this entry' : 'these entries'}`,
        ]),
    ...(rejected === 0 ? [] : [`the list of ${countWords(rejected, 'rejected row', 'rejected rows')}`]),
    ...(covers === null
      ? []
      : [`that your ledger is complete for ${coverageWords(covers)}, unless another import says so too`]),
  ];
}

/** Later imports have not taken rows because this one has them: they go first. */
function RelyingNotice({ repeatedBy }: Pick<Refused, 'repeatedBy'>) {
  return (
    <Notice tone="warn" title="Later imports rely on it">
      They left rows out that this one has, and would lack them without it. Undo them first:
      <List>
        {repeatedBy.map(({ import: later, rows }) => (
          <List.Item key={later.id}>
            <Link to={importPath(later.id)} inline>
              <ForeignText text={later.fileName.slice(0, 80)} />
            </Link>
            , {countWords(rows, 'row', 'rows')}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}
