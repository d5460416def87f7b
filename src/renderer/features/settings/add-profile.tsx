/**
 * Adding a profile: name, address, key, storage. The key is tried with the cheapest call first, and its verdict is named.
 */
import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Failure } from '../../../domain/failure.ts';
import { useAction, useProfile } from '../../bridge/index.ts';
import { FailureNotice } from '../../ui/index.ts';
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
import { isKeychainVerdict, type Verdict } from './verdict-words.ts';

interface Outcome {
  readonly verdict?: Verdict;
  readonly failure?: Failure;
}

/** The dialog; `onAdded` is told the new profile's id. */
export function AddProfile({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="Connect a business" size={560}>
      <AddForm onClose={onClose} />
    </Modal>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { select, refresh } = useProfile();
  const { run, busy } = useAction('profiles.add');
  const key = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [storage, setStorage] = useState<KeyStorage>('keychain');
  const [readOnly, setReadOnly] = useState(false);
  const [keepAnyway, setKeepAnyway] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({});
  const storageMissing = useStorageMissing(storage);

  const submit = async (): Promise<void> => {
    setOutcome({});
    const result = await run({ name, baseUrl, apiKey: keyIn(key.current), storage, readOnly, keepAnyway });
    if (result === null) return;
    if (!result.ok) {
      setOutcome({ failure: result.failure });
      return;
    }
    const { id, verdict } = result.value;
    if (id === undefined) {
      setOutcome({ verdict });
      return;
    }
    emptyKey(key.current);
    refresh();
    select(id);
    onClose();
  };
  const { verdict, failure } = outcome;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={16}>
        <TextInput
          label="Name"
          description="How you call this business here."
          required
          withAsterisk={false}
          maxLength={80}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Address of the API"
          placeholder="https://api.example.com"
          description="https only. The key is bound to it and sent nowhere else."
          required
          withAsterisk={false}
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <KeyField field={key} disabled={busy} />
        {verdict === undefined ? null : <VerdictNotice verdict={verdict} onSessionOnly={() => setStorage('session')} />}
        {failure === undefined ? null : <FailureNotice failure={failure} />}
        <StorageChoice value={storage} onChange={setStorage} />
        <Checkbox
          label="Read-only: nothing can be sent or changed with this profile"
          checked={readOnly}
          onChange={(event) => setReadOnly(event.currentTarget.checked)}
        />
        {verdict === undefined || isKeychainVerdict(verdict) ? null : (
          <Checkbox
            label="Keep the profile even if the API does not accept the key now"
            checked={keepAnyway}
            onChange={(event) => setKeepAnyway(event.currentTarget.checked)}
          />
        )}
        <FormButtons
          busy={busy}
          blocked={storageMissing ? STORAGE_MISSING : null}
          label="Check the key and add"
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
