// What the settings say of the desktop: notifications, what a shell cannot do, the state of updates. Pure.
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import type { UpdateState, UpdateStatus } from '../../../domain/console/update.ts';

export const CANNOT_NOTIFY =
  'There are no notifications here: a page in the browser sends none. The desktop app does, where the system lets it.';

export interface UpdateWords {
  readonly title: string;
  readonly sentence: string;
}

const REASON_CHARACTERS = 400;

type Words = (version: string, reason: string) => UpdateWords;

const WORDS: Readonly<Record<UpdateState, Words>> = {
  off: (_, reason) => ({
    title: 'Not checked',
    sentence: join('This build does not look for newer versions.', reason, 'Its releases say when there is one.'),
  }),
  current: () => ({ title: 'Up to date', sentence: 'There is no newer version.' }),
  newer: (version, reason) => ({
    title: `${version} is available`,
    sentence: join('This build does not install newer versions by itself.', reason),
  }),
  loading: (version) => ({ title: `${version} is being downloaded`, sentence: 'You can go on working.' }),
  ready: (version) => ({
    title: `${version} is ready`,
    sentence: 'It was downloaded and its signature is good. Installing it ends the console and starts it again.',
  }),
  waiting: (version) => ({
    title: `${version} is ready`,
    sentence: 'It was downloaded and its signature is good.',
  }),
  refused: (version, reason) => ({
    title: `${version} was refused`,
    sentence: join('It failed a check and was thrown away; this version goes on.', reason),
  }),
  failed: (_, reason) => ({
    title: 'Not known',
    sentence: join('Whether there is a newer version could not be found out.', reason),
  }),
};

/** Where the search for a newer version stands. */
export function updateWords({ state, version, reason }: UpdateStatus): UpdateWords {
  const name = version === undefined ? 'A newer version' : `Version ${plainText(version.slice(0, 64))}`;
  return WORDS[state](name, plainText((reason ?? '').slice(0, REASON_CHARACTERS)));
}

/** Why it cannot be installed now; null when it can. `jobs` are those that run. */
export function installBar({ state }: Pick<UpdateStatus, 'state'>, jobs: number): string | null {
  if (state === 'waiting' || (state === 'ready' && jobs > 0)) {
    return 'A job is running. The newer version can be installed once that has ended.';
  }
  return state === 'ready' ? null : 'There is nothing to install.';
}

function join(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
