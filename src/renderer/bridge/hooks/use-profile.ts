// Profiles, capabilities and the time zone for screens: small reads of the app that many screens need.
import { useCallback, useEffect } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { useCalls } from './use-action.ts';
import { useCall } from './use-call.ts';
import { useWindowProfile } from '../window-profile.tsx';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';

export type ProfileSummary = CallOutput<'profiles.list'>['profiles'][number];
export type Capabilities = CallOutput<'app.info'>['capabilities'];

export interface ProfileState {
  readonly id: string | null;
  /** The profile this window shows; null while the list loads or when there is none. */
  readonly profile: ProfileSummary | null;
  readonly profiles: readonly ProfileSummary[];
  /** There is more than one business, the sandbox not counted. */
  readonly hasSeveral: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | undefined;
  /** Shows another profile in this window and makes it the default of new ones. */
  readonly select: (id: string) => void;
  readonly refresh: () => void;
}

/** The profile of this window and the others there are. A profile that is gone gives way to the selected one. */
export function useProfile(): ProfileState {
  const { id, show } = useWindowProfile();
  const { data, failure, isLoading, isRefreshing, refresh } = useCall('profiles.list', {});
  const { run } = useCalls();
  const profiles = data?.profiles ?? NONE;
  const profile = profiles.find((candidate) => candidate.id === id) ?? null;
  // A profile that was just added is not in the list yet; only a list that is up to date may overrule the window.
  const isSettled = data !== undefined && !isRefreshing;
  const fallback = profile === null && isSettled ? (data.selected ?? profiles[0]?.id ?? null) : null;
  useEffect(() => {
    if (fallback !== null) show(fallback);
  }, [fallback, show]);
  const select = useCallback(
    (next: string) => {
      show(next);
      void run('profiles.select', { id: next });
    },
    [run, show],
  );
  const hasSeveral = profiles.filter(({ kind }) => kind === 'business').length > 1;
  return { id, profile, profiles, hasSeveral, isLoading, failure, select, refresh };
}

const NONE: readonly ProfileSummary[] = [];

/** Before the shell has said otherwise nothing special is offered. */
const LEAST: Capabilities = {
  shell: 'browser',
  saveAs: 'download',
  openExternal: false,
  notify: false,
  multiWindow: false,
  opensWindows: false,
  printPdf: false,
  chooseFolder: false,
  launchAtLogin: false,
  background: false,
};

/** What the shell can do. Screens branch on this and never on which shell it is. */
export function useCapabilities(): Capabilities {
  return useCall('app.info', {}).data?.capabilities ?? LEAST;
}

/** The zone in which times are shown; UTC until the settings are read. */
export function useTimeZone(): string {
  return useCall('settings.get', {}).data?.timeZone ?? 'UTC';
}
