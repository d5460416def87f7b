/**
 * The fields a key needs: the key itself and where it is kept. The key's field is uncontrolled, so that the key is in no state
 * of the screen; whoever submits reads it once and empties the field at that moment, whatever comes of it.
 */
import { PasswordInput, Radio, Stack } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useCall } from '../../bridge/index.ts';
import { Notice } from '../../ui/index.ts';
import { vaultWords } from './verdict-words.ts';

export type KeyStorage = 'keychain' | 'session';

/** Reads the key and empties its field. */
export function takeKey(field: HTMLInputElement | null): string {
  const key = field?.value.trim() ?? '';
  if (field !== null) field.value = '';
  return key;
}

/** The field of the key. It is never filled by the browser, the console or a password manager. */
export function KeyField({
  field,
  disabled,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly disabled: boolean;
}): ReactNode {
  return (
    <PasswordInput
      ref={field}
      label="API key"
      description="Leaves this screen when you press the button, and never comes back to it."
      required
      withAsterisk={false}
      disabled={disabled}
      maxLength={512}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore="true"
      data-lpignore="true"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the key while typing' }}
    />
  );
}

/** True while a key could not be kept where it is chosen to be: the run-only way has to be chosen first. */
export function useStorageMissing(value: KeyStorage): boolean {
  return useCall('vault.status', {}).data?.kind === 'unavailable' && value === 'keychain';
}

/** Where the key is kept. Without a working keychain the run-only way must be chosen by hand. */
export function StorageChoice({
  value,
  onChange,
}: {
  readonly value: KeyStorage;
  readonly onChange: (value: KeyStorage) => void;
}): ReactNode {
  const { data: vault } = useCall('vault.status', {});
  // What does not work is not shown as chosen.
  const chosen = useStorageMissing(value) ? '' : value;
  const store = vault?.kind === 'working' ? vault.store : null;
  return (
    <Stack gap={8}>
      {vault?.kind === 'unavailable' ? (
        <Notice tone="warn" title="The keychain of this computer does not work">
          {vaultWords(vault.reason)} A key can be kept for this run only: you type it again after the next start. It is
          never written to a file.
        </Notice>
      ) : null}
      <Radio.Group
        label="Keep the key"
        value={chosen}
        onChange={(next) => onChange(next === 'session' ? 'session' : 'keychain')}
      >
        <Stack gap={8} mt={8}>
          <Radio
            value="keychain"
            label="In the keychain of this computer"
            description={store === null ? undefined : store.slice(0, 120)}
            disabled={vault?.kind === 'unavailable'}
          />
          <Radio value="session" label="For this run only" description="In memory; gone when the console is closed." />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
