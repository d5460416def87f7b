// The webhook secret of this window's profile. It goes in and never comes back.
import { screenPath } from '../../../domain/console/screens.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { type ProfileSummary, useAction, useCall, useProfile } from '../../bridge/index.ts';
import {
  ActionDialog,
  ButtonLink,
  emptySecret,
  engineWords,
  FailureNotice,
  failureWords,
  Notice,
  Panel,
  plainText,
  secretIn,
} from '../../ui/index.ts';
import { ToneBadge } from '../../parts/index.ts';
import {
  KeyField,
  type KeyPlace,
  GONE_AT_END,
  STORAGE_MISSING,
  StorageChoice,
  useStorageMissing,
} from './key-fields.tsx';
import { SettingRow } from './setting-row.tsx';
import { VAULT_WORDS } from './verdict-words.ts';

/** Where the secret of this window's profile is, and what can be done about it. */
export function WebhookSecretPanel() {
  const { profile } = useProfile();
  return profile === null ? null : <WebhookSecret key={profile.id} profile={profile} />;
}

function WebhookSecret({ profile }: { readonly profile: ProfileSummary }) {
  const { data, failure, refresh } = useCall('webhookSecret.status', {});
  const [setting, setSetting] = useState(false);
  const remove = useAction('webhookSecret.remove');
  const [problem, setProblem] = useState<string | null>(null);
  const isSandbox = profile.kind === 'sandbox';
  const has = data !== undefined && data.storage !== 'absent';
  const forget = async (): Promise<void> => {
    const result = await remove.run({});
    if (result === null) return;
    setProblem(result.ok && !result.value.ok ? VAULT_WORDS[result.value.problem ?? 'failed'] : null);
    refresh();
  };
  return (
    <Panel title="Webhook secret">
      <SettingRow
        label={`Of ${plainText(profile.name)}`}
        note={
          data === undefined ? (
            failure === undefined ? (
              'Asking…'
            ) : (
              failureWords(failure).sentence
            )
          ) : (
            <Standing storage={data.storage} isSandbox={isSandbox} />
          )
        }
      >
        <ButtonLink to={screenPath('signature')}>Check a signature</ButtonLink>
        {isSandbox || !has ? null : (
          <Button variant="subtle" color="red" loading={remove.busy} onClick={() => void forget()}>
            Remove it
          </Button>
        )}
        {isSandbox ? null : <Button onClick={() => setSetting(true)}>{has ? 'Replace it' : 'Set it'}</Button>}
      </SettingRow>
      {problem === null ? null : (
        <Notice tone="warn" title="The key store did not remove it">
          {problem} It is still there; try again.
        </Notice>
      )}
      <FailureNotice failure={remove.failure} />
      {setting ? (
        <SetSecretDialog
          name={profile.name}
          onClose={() => {
            setSetting(false);
            refresh();
          }}
        />
      ) : null}
    </Panel>
  );
}

function Standing(props: { readonly storage: 'keychain' | 'session' | 'absent'; readonly isSandbox: boolean }) {
  const { storage, isSandbox } = props;
  if (isSandbox) return 'The sandbox makes its own at every start; the console knows it.';
  if (storage === 'keychain') return <ToneBadge tone="good">{engineWords().secretKept}</ToneBadge>;
  if (storage === 'session') {
    return (
      <ToneBadge tone="warn" title={GONE_AT_END}>
        For this run only
      </ToneBadge>
    );
  }
  return 'None is set. The payment service’s dashboard shows it.';
}

function SetSecretDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const action = useAction('webhookSecret.set');
  const field = useRef<HTMLInputElement>(null);
  const [storage, setStorage] = useState<KeyPlace>('keychain');
  const [problem, setProblem] = useState<string | null>(null);
  const storageMissing = useStorageMissing(storage);
  const submit = async (): Promise<void> => {
    setProblem(null);
    const result = await action.run({ secret: secretIn(field.current), storage });
    if (result?.ok !== true) return;
    if (!result.value.ok) {
      setProblem(VAULT_WORDS[result.value.problem ?? 'failed']);
      return;
    }
    emptySecret(field.current);
    onClose();
  };
  return (
    <ActionDialog
      title={`Webhook secret of ${plainText(name)}`}
      label="Keep the secret"
      action={action}
      bar={storageMissing ? STORAGE_MISSING : null}
      busyWords={engineWords().unlock}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <KeyField of="secret" field={field} disabled={action.busy} isFirst />
      {problem === null ? null : (
        <Notice
          tone="warn"
          title="The key store did not take it"
          action={{ label: 'Keep it for this run only', run: () => setStorage('session') }}
        >
          {problem} Try again, or keep it for this run only.
        </Notice>
      )}
      <StorageChoice of="secret" value={storage} onChange={setStorage} />
    </ActionDialog>
  );
}
