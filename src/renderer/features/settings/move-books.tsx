// The books on their way to another computer: into a file under a passphrase there, and here such a file as a copy that is put back.
import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { FILE_PASSPHRASE, type Strength, strengthOf } from '../../../domain/console/passphrase.ts';
import { RESTORE_PROBLEM_WORDS } from '../../../domain/kernel/copies.ts';
import { useAction, useCall, useExport, useHandedFile, useProfile } from '../../bridge/index.ts';
import { DropPlace, ExportWords, percentDone } from '../../parts/index.ts';
import { ActionDialog, emptySecret, Note, Notice, SecretField, secretIn } from '../../ui/index.ts';
import { RestoreDialog } from './restore-dialog.tsx';

const STRENGTH_WORDS: Readonly<Record<Strength, string>> = {
  weak: 'Weak: whoever finds the file may guess it. Five words that have nothing to do with each other are strong.',
  fair: 'Fair. Five words that have nothing to do with each other are strong.',
  strong: 'Strong.',
};

/** "Move to another computer…" */
export function WriteOut() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Write all to a file…
      </Button>
      {isOpen ? <WriteOutDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function WriteOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { state, startBooks, cancel } = useExport();
  const next = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [strength, setStrength] = useState<Strength | null>(null);
  const [wrong, setWrong] = useState<{ readonly at: 'next' | 'again'; readonly words: string } | null>(null);
  const isRunning = state.kind === 'running';
  const isSaved = state.kind === 'saved';
  const submit = (): void => {
    if (isSaved) return onClose();
    const passphrase = secretIn(next.current);
    if (passphrase.length < FILE_PASSPHRASE.min)
      return setWrong({ at: 'next', words: `At least ${FILE_PASSPHRASE.min} characters.` });
    if (passphrase !== secretIn(again.current))
      return setWrong({ at: 'again', words: 'This is not the same passphrase.' });
    setWrong(null);
    return startBooks(passphrase);
  };
  const field = { what: 'passphrase', disabled: isRunning };
  const { done = 0, total = 0 } = (isRunning ? state.job : null) ?? {};
  return (
    <ActionDialog
      title="Everything into one file"
      label={isSaved ? 'Done' : 'Write the file'}
      cancel="Close"
      action={{ busy: isRunning, failure: undefined }}
      busyWords={total === 0 ? 'Copying the books…' : `Writing the file: ${percentDone(done, total)} %`}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        {isSaved ? null : (
          <>
            <Text>
              For another computer: closes, notes, cases, labels, answers, resends and orders, your own ledger, settings
              and the audit log, of all businesses.
            </Text>
            <Note>
              Not in it: API keys and webhook secrets, which are asked for there, and what is read from the API again.
            </Note>
            <SecretField
              {...field}
              field={next}
              label="Passphrase of the file"
              hint={
                strength === null
                  ? `At least ${FILE_PASSPHRASE.min} characters. It is kept nowhere: without it nobody opens the file, nor do you.`
                  : STRENGTH_WORDS[strength]
              }
              error={wrong?.at === 'next' ? wrong.words : undefined}
              isFirst
              onTyped={(text) => setStrength(text === '' ? null : strengthOf(text))}
            />
            <SecretField
              {...field}
              field={again}
              label="Once more"
              error={wrong?.at === 'again' ? wrong.words : undefined}
            />
          </>
        )}
        {isRunning ? (
          <Button variant="subtle" onClick={cancel}>
            Stop
          </Button>
        ) : (
          <ExportWords state={state} />
        )}
        {isSaved ? (
          <Notice tone="good" title="Now on the other computer">
            Install the console there and bring the file in, where it asks for a business or in the settings. What is
            open stands still there until you decide. Leave this console closed from then on: what both send is sent
            twice.
          </Notice>
        ) : null}
      </Stack>
    </ActionDialog>
  );
}

/** "Bring in a file…" */
export function BringIn() {
  const [isOpen, setOpen] = useState(false);
  const [copy, setCopy] = useState<string | null>(null);
  const close = (): void => {
    setOpen(false);
    setCopy(null);
  };
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Bring in a file…
      </Button>
      {!isOpen ? null : copy === null ? (
        <BringInDialog onBrought={setCopy} onClose={close} />
      ) : (
        <Brought copy={copy} onClose={close} />
      )}
    </>
  );
}

function BringInDialog(props: { readonly onBrought: (copy: string) => void; readonly onClose: () => void }) {
  const { onBrought, onClose } = props;
  const { id } = useProfile();
  const handing = useHandedFile();
  const { run, busy, failure } = useAction('books.bringIn');
  const passphrase = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<keyof typeof RESTORE_PROBLEM_WORDS | null>(null);
  const file = handing.state.kind === 'there' ? handing.state.file : null;
  const submit = async (): Promise<void> => {
    if (file === null) return;
    setProblem(null);
    const result = await run({ fileId: file.fileId, passphrase: secretIn(passphrase.current) });
    if (result?.ok !== true) return;
    if (result.value.outcome === 'refused') return setProblem(result.value.problem);
    emptySecret(passphrase.current);
    return onBrought(result.value.copy);
  };
  return (
    <ActionDialog
      title="Bring in books of another computer"
      label="Open the file"
      action={{ busy, failure }}
      busyWords="Opening the file…"
      bar={file === null ? 'Choose the file first.' : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          It becomes a copy among the others. What that means for the books here is asked before it is put in their
          place.
        </Text>
        <DropPlace
          handing={handing}
          bar={id === null ? 'There is no business here yet; connect one first.' : null}
          label="File of books"
          accept=".age,.db"
        />
        <SecretField
          field={passphrase}
          label="Passphrase of the file"
          what="passphrase"
          hint="A copy from the folder of copies (.db) has none."
          disabled={busy}
        />
        {problem === null ? null : (
          <Notice tone="warn" title="Not brought in">
            The file was not brought in: {RESTORE_PROBLEM_WORDS[problem]}. Nothing has changed.
          </Notice>
        )}
      </Stack>
    </ActionDialog>
  );
}

function Brought({ copy, onClose }: { readonly copy: string; readonly onClose: () => void }) {
  const { data } = useCall('books.copies', {});
  const made = data?.copies.find(({ name }) => name === copy);
  return data === undefined || made === undefined ? null : (
    <RestoreDialog copy={made} books={data.books} onClose={onClose} />
  );
}
