// What is done to a business that exists: another key, another name, forgetting it.
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { type ProfileSummary, useAction, useProfile } from '../../bridge/index.ts';
import { ActionDialog, Notice } from '../../ui/index.ts';
import {
  ASKING,
  emptyKey,
  KeyField,
  keyIn,
  type KeyStorage,
  STORAGE_MISSING,
  StorageChoice,
  useStorageMissing,
} from './key-fields.tsx';
import { VerdictNotice } from './verdict-notice.tsx';
import { UNPROVED_WORDS, type Verdict } from './verdict-words.ts';

interface DialogProps {
  readonly profile: ProfileSummary;
  readonly onClose: () => void;
}

const OFFLINE = 'The API cannot be reached, so a key cannot be tried now.';

/** A new key for the profile. The key of another business is refused by the engine and named here. */
export function SetKeyDialog({ profile, onClose }: DialogProps): ReactNode {
  const { refresh } = useProfile();
  const action = useAction('profiles.setKey');
  const key = useRef<HTMLInputElement>(null);
  const [storage, setStorage] = useState<KeyStorage>(profile.key === 'session' ? 'session' : 'keychain');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [unproved, setUnproved] = useState(false);
  const storageMissing = useStorageMissing(storage);
  const submit = async (): Promise<void> => {
    setVerdict(null);
    const result = await action.run({ id: profile.id, apiKey: keyIn(key.current), storage });
    if (result?.ok !== true) return;
    refresh();
    if (!result.value.verdict.ok) {
      setVerdict(result.value.verdict);
      return;
    }
    emptyKey(key.current);
    if (result.value.sameBusiness === 'unproved') setUnproved(true);
    else onClose();
  };
  if (unproved) return <SetForReading profile={profile} onClose={onClose} />;
  return (
    <ActionDialog
      title={titleOf(profile)}
      label="Check and set"
      action={action}
      bar={profile.offline === undefined ? (storageMissing ? STORAGE_MISSING : null) : OFFLINE}
      busyWords={ASKING}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <KeyField field={key} disabled={action.busy} />
      <StorageChoice value={storage} onChange={setStorage} />
      {verdict === null ? null : <VerdictNotice verdict={verdict} onSessionOnly={() => setStorage('session')} />}
    </ActionDialog>
  );
}

function titleOf({ name }: ProfileSummary): string {
  return `New key for ${name}`;
}

function SetForReading({ profile, onClose }: DialogProps): ReactNode {
  return (
    <Modal opened onClose={onClose} title={titleOf(profile)} size={560}>
      <Stack gap="md">
        <Notice tone="notice" title="The key works and is set, for reading only">
          {UNPROVED_WORDS}
        </Notice>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Another name. */
export function RenameDialog({ profile, onClose }: DialogProps): ReactNode {
  const { refresh } = useProfile();
  const action = useAction('profiles.update');
  const [name, setName] = useState(profile.name);
  const submit = async (): Promise<void> => {
    const result = await action.run({ id: profile.id, name });
    if (result?.ok !== true) return;
    refresh();
    onClose();
  };
  return (
    <ActionDialog
      title="Rename the business"
      label="Rename"
      action={action}
      size={440}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={80}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

/** Forgetting: the key goes in any case; mirror and books are two questions of their own. */
export function ForgetDialog({ profile, onClose }: DialogProps): ReactNode {
  const { refresh } = useProfile();
  const action = useAction('profiles.forget');
  const [mirror, setMirror] = useState(false);
  const [books, setBooks] = useState(false);
  const forget = async (): Promise<void> => {
    const result = await action.run({ id: profile.id, mirror, books });
    if (result?.ok !== true) return;
    refresh();
    onClose();
  };
  return (
    <ActionDialog
      title={`Forget ${profile.name}?`}
      label={books ? 'Forget, and delete from the books' : 'Forget'}
      action={action}
      isDanger
      onSubmit={() => void forget()}
      onClose={onClose}
    >
      <Text c="var(--mc-text-soft)">
        The key and the webhook secret are deleted from where they are kept. Nothing changes at the API; revoke the key
        in the dashboard if nobody else uses it.
      </Text>
      <Checkbox
        label="Delete its mirror too"
        description="The copy of invoices, deliveries and withdrawals. It can be read again from the API."
        checked={mirror}
        onChange={(event) => setMirror(event.currentTarget.checked)}
      />
      <Checkbox
        label="Delete its rows in the books too"
        description="What this console did and saw: resends, changes with their first-seen times, notes. The API cannot give this back."
        checked={books}
        onChange={(event) => setBooks(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}
