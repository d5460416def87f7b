// Taking an import back: the dialog says exactly what goes and what stays before anything does.
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { useAction, useCall, useProfile } from '../../../bridge/index.ts';
import {
  countWords,
  FailureNotice,
  ForeignText,
  hashHref,
  importPath,
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

export function UndoDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const read = useCall('imports.get', { id }, { refreshOn: ['imports', 'entries'] });
  return (
    <Modal opened onClose={onClose} title="Undo this import?" size={560}>
      {read.failure?.kind === 'not-found' ? (
        <Gone onClose={onClose} />
      ) : (
        <ReadState read={read} unreadTitle="What would go could not be read">
          {(answer) => <Asking answer={answer} onClose={onClose} onLook={read.refresh} />}
        </ReadState>
      )}
    </Modal>
  );
}

/** Another window, or somebody before a lost answer, was quicker. */
function Gone({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Stack gap="md">
      <Notice tone="quiet" title="It was undone already">
        Your ledger does not have this import any more. The audit log says when and by whom it was undone.
      </Notice>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function Asking(props: {
  readonly answer: Answer;
  readonly onClose: () => void;
  readonly onLook: () => void;
}): ReactNode {
  const { answer, onClose, onLook } = props;
  const { import: present, handMatches, repeatedBy } = answer;
  const { id: profile } = useProfile();
  const { run, busy } = useAction('imports.undo');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const bar = useBooksBar();
  if (failure?.kind === 'not-found') return <Gone onClose={onClose} />;
  const undo = async (): Promise<void> => {
    setFailure(null);
    const result = await run({ id: present.id });
    if (result === null) return;
    if (!result.ok) {
      setFailure(result.failure);
      return;
    }
    if (result.value.outcome === 'refused') {
      setRefused(result.value);
      return;
    }
    onClose();
    tellNews({
      id: `undone-${present.id}`,
      title: 'The import was undone',
      words: `${countWords(result.value.entries, 'entry', 'entries')} of ${plainText(present.fileName.slice(0, 80))} went.`,
      tone: 'quiet',
      link: null,
      profile,
    });
    navigateTo(screenPath('imports'));
  };
  return (
    <Stack gap="md">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        <ForeignText text={present.fileName} />
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
        {handMatches === 0 ? '' : 'Matches by hand are not made again by importing the file again. '}
        The source stays, and so does every other import. Your file is not touched, and nothing is sent to the API. The
        audit log keeps that it was imported and undone.
      </Note>
      {(refused?.repeatedBy ?? repeatedBy).length === 0 ? null : (
        <RelyingNotice repeatedBy={refused?.repeatedBy ?? repeatedBy} />
      )}
      {failure === null ? null : <Failed failure={failure} onLook={onLook} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep the import
        </Button>
        <Button
          color="red"
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          loading={busy}
          disabled={bar !== null || repeatedBy.length > 0}
          title={bar ?? undefined}
          onClick={() => void undo()}
        >
          Undo the import
        </Button>
      </Group>
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
function RelyingNotice({ repeatedBy }: Pick<Refused, 'repeatedBy'>): ReactNode {
  return (
    <Notice tone="warn" title="Later imports rely on it">
      They left rows out that this one has, and would lack them without it. Undo them first:
      <List size="sm">
        {repeatedBy.map(({ import: later, rows }) => (
          <List.Item key={later.id}>
            <a className="mc-link mc-link-inline" href={hashHref(importPath(later.id))}>
              <ForeignText text={later.fileName.slice(0, 80)} />
            </a>
            , {countWords(rows, 'row', 'rows')}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}

function Failed({ failure, onLook }: { readonly failure: Failure; readonly onLook: () => void }): ReactNode {
  if (failure.kind !== 'unavailable-offline') return <FailureNotice failure={failure} />;
  return (
    <Notice tone="warn" title="The answer did not come" action={{ label: 'Look again', run: onLook }}>
      The import may have been undone. If it was, it is not found any more.
    </Notice>
  );
}
