// The lock of the console: its passphrase, and when it locks by itself.
import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { LOCK_MINUTES, type LockMinutes, PASSPHRASE } from '../../../domain/console/lock.ts';
import { useActions, useCall, useSettings } from '../../bridge/index.ts';
import { ActionDialog, engineWords, FailureNotice, Notice, Panel, SecretField, secretIn } from '../../ui/index.ts';
import { Choice, SettingRow } from './setting-row.tsx';
import { VAULT_WORDS } from './verdict-words.ts';

const MINUTES = LOCK_MINUTES.map((value) => ({ value, label: value === 0 ? 'Never' : `${value} min` }));

/** Where there is no passphrase nothing is ever locked. */
export function LockPanel() {
  const { data, failure, refresh } = useCall('lock.status', {});
  const { settings, refused, change } = useSettings();
  const [doing, setDoing] = useState<'set' | 'remove' | null>(null);
  const lock = useActions();
  const isOn = data?.isOn === true;
  return (
    <Panel title="Lock" actions={isOn ? <Button onClick={() => void lock.run('lock.now', {})}>Lock now</Button> : null}>
      <FailureNotice failure={failure} onRetry={refresh} />
      <SettingRow
        label="Passphrase"
        note={
          isOn
            ? 'asked for at every start, and to open what is locked'
            : 'None is set, so the console is never locked. It keeps out who passes by, not who has this disk.'
        }
      >
        {isOn ? (
          <Button variant="subtle" color="red" onClick={() => setDoing('remove')}>
            Remove it
          </Button>
        ) : null}
        <Button disabled={data === undefined} onClick={() => setDoing('set')}>
          {isOn ? 'Change it' : 'Set it'}
        </Button>
      </SettingRow>
      <FailureNotice failure={lock.failure ?? refused ?? undefined} />
      <Choice
        label="Lock by itself after"
        value={isOn ? (settings?.lockMinutes ?? 0) : 0}
        choices={MINUTES}
        disabled={!isOn || settings === undefined}
        onChange={(lockMinutes: LockMinutes) => change({ lockMinutes })}
      />
      {doing === null ? null : <PassphraseDialog isOn={isOn} doing={doing} onClose={() => setDoing(null)} />}
    </Panel>
  );
}

function PassphraseDialog(props: {
  readonly isOn: boolean;
  readonly doing: 'set' | 'remove';
  readonly onClose: () => void;
}) {
  const { isOn, doing, onClose } = props;
  const action = useActions();
  const present = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<{ readonly at: 'present' | 'next' | 'again' | 'store'; readonly words: string }>();
  const errorAt = (at: string): string | undefined => (wrong?.at === at ? wrong.words : undefined);
  const submit = async (): Promise<void> => {
    const passphrase = secretIn(next.current);
    if (doing === 'set' && passphrase.length < PASSPHRASE.min)
      return setWrong({ at: 'next', words: `At least ${PASSPHRASE.min} characters.` });
    if (doing === 'set' && passphrase !== secretIn(again.current))
      return setWrong({ at: 'again', words: 'This is not the same passphrase.' });
    setWrong(undefined);
    const typed = secretIn(present.current);
    const result =
      doing === 'remove'
        ? await action.run('lock.remove', { present: typed })
        : await action.run('lock.set', { passphrase, ...(isOn ? { present: typed } : {}) });
    if (result?.ok !== true) return undefined;
    const { ok, problem } = result.value;
    if (ok) return onClose();
    return setWrong(
      problem === undefined
        ? { at: 'present', words: 'This is not the passphrase. After three wrong ones each costs a wait.' }
        : { at: 'store', words: VAULT_WORDS[problem] },
    );
  };
  const field = { what: 'passphrase', disabled: action.busy };
  return (
    <ActionDialog
      title={doing === 'remove' ? 'Remove the passphrase' : isOn ? 'Another passphrase' : 'Set a passphrase'}
      label={doing === 'remove' ? 'Remove it' : 'Set it'}
      isDanger={doing === 'remove'}
      action={action}
      busyWords={engineWords().unlock}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="sm">
        {isOn ? (
          <SecretField
            {...field}
            field={present}
            label="Present passphrase"
            hint="The API key of a connected business stands for it."
            error={errorAt('present')}
            isFirst
          />
        ) : null}
        {doing === 'remove' ? null : (
          <>
            <SecretField
              {...field}
              field={next}
              label="New passphrase"
              hint={`At least ${PASSPHRASE.min} characters. If you forget it, the API key of a connected business opens the console; without one, nothing in it does.`}
              error={errorAt('next')}
              isFirst={!isOn}
            />
            <SecretField {...field} field={again} label="Once more" error={errorAt('again')} />
          </>
        )}
        {wrong?.at === 'store' ? (
          <Notice tone="warn" title={`It could not be kept in ${engineWords().keychain}`}>
            {wrong.words} What the passphrase is compared with is kept there, and nothing was changed.
          </Notice>
        ) : null}
      </Stack>
    </ActionDialog>
  );
}
