// The fields a key needs: the key itself and where it is kept. After an error it is still there, since who pasted it may not have it any more.
import { Radio, Stack } from '@mantine/core';
import { useCall } from '../../bridge/index.ts';
import { CodeText, engineWords, Notice, SecretField, type SecretFieldProps } from '../../ui/index.ts';
import { isKeychainVerdict, isSealedOff, VAULT_WORDS, type KeyTried, verdictWords } from './verdict-words.ts';

export type KeyPlace = 'keychain' | 'session';

/** What it means to keep something for this run only. */
export const GONE_AT_END = 'Gone when the console is closed';

const LABELS = { key: 'API key', secret: 'Webhook secret' } as const;

const HINTS = {
  key: () => 'Leaves this screen as soon as it is taken, and never comes back to it.',
  secret: () => `Only to check signatures. It never leaves ${engineWords().computer}.`,
} as const;

/** What is typed in and kept: both go in and never come back. */
type Secret = keyof typeof LABELS;

/** The field of a key or a secret. */
export function KeyField({
  of = 'key',
  hint = HINTS[of](),
  ...field
}: Omit<SecretFieldProps, 'label' | 'what'> & { readonly of?: Secret }) {
  return <SecretField {...field} label={LABELS[of]} what={of} hint={hint} />;
}

/** True while a key could not be kept where it is chosen to be: the run-only way has to be chosen first. */
export function useStorageMissing(value: KeyPlace): boolean {
  const { data: vault } = useCall('vault.status', {});
  return isSealedOff(vault) || (vault?.kind === 'unavailable' && value === 'keychain');
}

/** Where it is kept. Without a working keychain the run-only way must be chosen by hand. */
export function StorageChoice(props: {
  readonly value: KeyPlace;
  readonly onChange: (value: KeyPlace) => void;
  readonly of?: Secret;
}) {
  const { value, onChange, of = 'key' } = props;
  const { data: vault } = useCall('vault.status', {});
  // What does not work is not shown as chosen.
  const chosen = useStorageMissing(value) ? '' : value;
  const store = vault?.kind === 'working' ? vault.store : null;
  return (
    <Stack gap={8}>
      {vault?.kind === 'unavailable' ? (
        <Notice tone="warn" title={engineWords().keysFail}>
          {VAULT_WORDS[vault.reason]}{' '}
          {isSealedOff(vault)
            ? `No ${of} is taken until it works.`
            : `A ${of} can be kept for this run only: you type it again after the next start. It is never written to a file.`}{' '}
          What to do about it stands under “About keys”.
        </Notice>
      ) : null}
      <Radio.Group
        label={`Keep the ${of}`}
        value={chosen}
        onChange={(next) => onChange(next === 'session' ? 'session' : 'keychain')}
      >
        <Stack gap={8} mt={8}>
          <Radio
            value="keychain"
            label={`In ${engineWords().keychain}`}
            description={store === null ? undefined : store.slice(0, 120)}
            disabled={vault?.kind === 'unavailable'}
          />
          <Radio
            value="session"
            label="For this run only"
            description="In memory; gone when the console is closed."
            disabled={isSealedOff(vault)}
          />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

/** Nowhere to keep it is chosen yet. */
export const STORAGE_MISSING = 'Choose how to keep it.';

/** What is going on while a key is tried. */
export const asking = (): string => `Asking the API. ${engineWords().unlock}`.trim();

/** The verdict in words. `onSessionOnly` is offered when only the key store was in the way. */
export function VerdictNotice(props: { readonly verdict: KeyTried; readonly onSessionOnly: () => void }) {
  const { verdict, onSessionOnly } = props;
  const { title, sentence, nextStep } = verdictWords(verdict);
  const action = isKeychainVerdict(verdict) ? { label: 'Keep for this run only', run: onSessionOnly } : undefined;
  return (
    <Notice tone="bad" title={title} action={action}>
      {sentence} {nextStep} What you pasted stays in its field. <CodeText code={verdict.code} />
    </Notice>
  );
}
