/**
 * What is done to a profile that exists: another key, another name, forgetting it. Not here: adding one (add-profile.tsx).
 */
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Failure } from '../../../domain/failure.ts';
import { type ProfileSummary, useAction, useProfile } from '../../bridge/index.ts';
import { FailureNotice, Notice } from '../../ui/index.ts';
import {
  emptyKey,
  FormButtons,
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
  const { run, busy } = useAction('profiles.setKey');
  const key = useRef<HTMLInputElement>(null);
  const [storage, setStorage] = useState<KeyStorage>(profile.key === 'session' ? 'session' : 'keychain');
  const [refused, setRefused] = useState<{ verdict?: Verdict; failure?: Failure }>({});
  const [unproved, setUnproved] = useState(false);
  const storageMissing = useStorageMissing(storage);
  const submit = async (): Promise<void> => {
    setRefused({});
    const result = await run({ id: profile.id, apiKey: keyIn(key.current), storage });
    if (result === null) return;
    if (!result.ok) {
      setRefused({ failure: result.failure });
      return;
    }
    refresh();
    if (!result.value.verdict.ok) {
      setRefused({ verdict: result.value.verdict });
      return;
    }
    emptyKey(key.current);
    if (result.value.sameBusiness === 'unproved') setUnproved(true);
    else onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`New key for ${profile.name}`} size={560}>
      {unproved ? (
        <Stack gap={16}>
          <Notice tone="notice" title="The key works and is set, for reading only">
            {UNPROVED_WORDS}
          </Notice>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap={16}>
            <KeyField field={key} disabled={busy} />
            <StorageChoice value={storage} onChange={setStorage} />
            {refused.verdict === undefined ? null : (
              <VerdictNotice verdict={refused.verdict} onSessionOnly={() => setStorage('session')} />
            )}
            {refused.failure === undefined ? null : <FailureNotice failure={refused.failure} />}
            <FormButtons
              busy={busy}
              blocked={profile.offline === undefined ? (storageMissing ? STORAGE_MISSING : null) : OFFLINE}
              label="Check and set"
              onCancel={onClose}
            />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

/** Another name. */
export function RenameDialog({ profile, onClose }: DialogProps): ReactNode {
  const { refresh } = useProfile();
  const { run, busy } = useAction('profiles.update');
  const [name, setName] = useState(profile.name);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (): Promise<void> => {
    const result = await run({ id: profile.id, name });
    if (result === null) return;
    if (!result.ok) {
      setFailure(result.failure);
      return;
    }
    refresh();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Rename the profile" size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure === null ? null : <FailureNotice failure={failure} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Forgetting: the key goes in any case; mirror and books are two questions of their own. */
export function ForgetDialog({ profile, onClose }: DialogProps): ReactNode {
  const { refresh } = useProfile();
  const { run, busy } = useAction('profiles.forget');
  const [mirror, setMirror] = useState(false);
  const [books, setBooks] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const forget = async (): Promise<void> => {
    const result = await run({ id: profile.id, mirror, books });
    if (result === null) return;
    if (!result.ok) {
      setFailure(result.failure);
      return;
    }
    refresh();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Forget ${profile.name}?`} size={560}>
      <Stack gap={16}>
        <p className="mc-settings-words">
          The key and the webhook secret are deleted from where they are kept. Nothing changes at the API; revoke the
          key in the dashboard if nobody else uses it.
        </p>
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
        {failure === null ? null : <FailureNotice failure={failure} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button color="red" loading={busy} onClick={() => void forget()}>
            {books ? 'Forget, and delete from the books' : 'Forget'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
