// The verdict on a key in words: what the API said, what the key store said, or that the key is another business's.
import type { CallOutput } from '../../../contract/calls.ts';
import { adviceFor } from '../../../domain/kernel/failure/api-code.ts';
import { engineWords, failureWords, type FailureWords } from '../../ui/index.ts';

export type KeyTried = CallOutput<'profiles.add'>['verdict'];
export type VaultCondition = CallOutput<'vault.status'>;
type VaultReason = Extract<VaultCondition, { kind: 'unavailable' }>['reason'];

/** Why the key store does not work. */
export const VAULT_WORDS: Readonly<Record<VaultReason, string>> = {
  'not-installed': 'The keychain cannot be reached: a part of it (on Linux the library libsecret) is not installed.',
  'no-service': 'No keychain service is running in this session.',
  locked: 'The keychain is locked and could not be unlocked.',
  'timed-out': 'The keychain did not answer in time.',
  'no-master-key':
    'The master key, under which this host seals its keys, is not there, or is not 32 bytes written as base64.',
  'not-opened':
    'A file of the sealed keys does not open with this master key: it is another one, or the file was changed.',
  failed: 'The keychain refused.',
};

/** The host stands still until it works, so that no key is taken meanwhile, not for this run either. */
export function isSealedOff(vault: VaultCondition | undefined): boolean {
  return vault?.kind === 'unavailable' && (vault.reason === 'no-master-key' || vault.reason === 'not-opened');
}

/** Starts the console beside a keychain service of its own, whose entries lie in the person's home; it asks for their password. */
export const OWN_SERVICE_COMMAND =
  'dbus-run-session -- bash -c \'read -rsp "Password of the keyring: " p && printf %s "$p" | gnome-keyring-daemon --unlock --components=secrets && npm start\'';

export const VAULT_STEPS: Readonly<Record<VaultReason, string>> = {
  'not-installed':
    'Stop the console and start it again: its first lines in the terminal name the command that installs what is missing.',
  'no-service':
    'On a desktop, install GNOME Keyring or KWallet and log in again. In a container or a session without a desktop, install gnome-keyring and dbus, stop the console and start it with the command below; it asks for a password, the same one each time.',
  locked: 'Unlock it (on a desktop, in its own program for passwords), then open this screen again.',
  'timed-out': 'Look whether it waits for you with a question of its own, then open this screen again.',
  'no-master-key':
    'Whoever runs the host gives it as a systemd credential or a container secret; it is looked for again each time that somebody opens this screen, and at a start.',
  'not-opened':
    'Whoever runs the host gives back the master key of before. Where it is lost: moves the folder “vault” away, starts anew, and has the keys set again.',
  failed: 'Log out and in again; if it stays so, the system’s own program for passwords may say more.',
};

const KEYCHAIN_CODES: Readonly<Record<string, VaultReason>> = {
  KEYCHAIN_NOT_INSTALLED: 'not-installed',
  KEYCHAIN_NO_SERVICE: 'no-service',
  KEYCHAIN_LOCKED: 'locked',
  KEYCHAIN_TIMED_OUT: 'timed-out',
  KEYCHAIN_NO_MASTER_KEY: 'no-master-key',
  KEYCHAIN_NOT_OPENED: 'not-opened',
  KEYCHAIN_FAILED: 'failed',
};

/** What it means that a new key could not be compared, and what settles it. */
export const UNPROVED_WORDS =
  'Whether it is the same business’s could not be proved: the mirror holds no record to compare with. So the mirror begins anew, nothing can be sent, and the console looks for a webhook delivery by itself, for that names the business. A business without any cannot be proved: if this profile was never used, forget it and connect the business as a new one.';

/** True when the key was good and only the key store was in the way. */
export function isKeychainVerdict({ code }: KeyTried): boolean {
  return code?.startsWith('KEYCHAIN_') === true;
}

/** What a refused key is told. Named for every code of authentication; unknown codes are named as they are. Pure. */
export function verdictWords({ code, failure }: KeyTried): FailureWords {
  if (code?.startsWith('KEYCHAIN_') === true) {
    const reason = Object.hasOwn(KEYCHAIN_CODES, code) ? KEYCHAIN_CODES[code] : undefined;
    return {
      title: engineWords().keyNotTaken,
      sentence: reason === undefined ? `The keychain answered ${code.slice(0, 60)}.` : VAULT_WORDS[reason],
      nextStep: engineWords().keyNotTakenStep,
    };
  }
  if (code === 'DIFFERENT_BUSINESS') {
    return {
      title: 'This is the key of another business',
      sentence: 'The records in this profile’s mirror are not visible with it.',
      nextStep: 'Set the right key here, or add a profile of its own for the other business. Nothing was changed.',
    };
  }
  if (failure !== undefined) return failureWords(failure);
  const advice = adviceFor(code ?? 'UNAUTHORIZED', 401);
  return { title: 'The API turned the key away', sentence: advice.sentence, nextStep: advice.nextStep };
}
