// The settings for a panel. A change is shown while it is on its way, so that the next one rests on it.
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import {
  changedSettings,
  type ConsoleSettings,
  type SettingsChange,
} from '../../../domain/console/console-settings.ts';
import { dialectOf, FIRST_CHOICES, writingOf } from '../../../domain/console/writing-choices.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { CsvDialect } from '../../../domain/kernel/text/spreadsheet-text.ts';
import type { Writing } from '../../../domain/kernel/text/writing.ts';
import { systemWriting } from '../../ui/text/system-writing.ts';
import { useBridgeContext } from '../context.ts';
import { useCall } from './use-call.ts';

export interface SettingsState {
  /** With the changes on their way; undefined until they are read. */
  readonly settings: ConsoleSettings | undefined;
  readonly failure: Failure | undefined;
  /** Why a change of this panel was not kept; null once something is changed again. */
  readonly refused: Failure | null;
  /** Only what is to be changed: the rest stays, as another window may have set it meanwhile. */
  readonly change: (change: SettingsChange) => void;
  readonly refresh: () => void;
}

/** The settings, kept by the engine, so that every window agrees. */
export function useSettings(): SettingsState {
  const { data, failure, refresh } = useCall('settings.get', {});
  const { settings: queue } = useBridgeContext();
  const asked = useSyncExternalStore(queue.listen, queue.asked);
  const [refused, setRefused] = useState<Failure | null>(null);
  const change = useCallback(
    (one: SettingsChange): void => {
      setRefused(null);
      void queue.change(one).then((failed) => {
        if (failed !== null) setRefused(failed);
      });
    },
    [queue],
  );
  return { settings: data && asked.reduce(changedSettings, data), failure, refused, refresh, change };
}

export interface WindowWriting {
  readonly writing: Writing;
  readonly system: Writing;
  /** Of files and of copied cells. */
  readonly dialect: CsvDialect;
  /** False until both have been asked for: what is drawn before may have to be drawn anew. */
  readonly isKnown: boolean;
}

/** How this window writes numbers and days; while the settings cannot be read, as the system does. A change holds once it is kept. */
export function useWriting(): WindowWriting {
  const chosen = useCall('settings.get', {});
  const info = useCall('app.info', {});
  const choices = chosen.data ?? FIRST_CHOICES;
  const formats = info.data?.formats ?? NO_FORMATS;
  const isKnown = !chosen.isLoading && !info.isLoading;
  return useMemo(() => {
    const system = systemWriting(formats, navigator.language);
    const writing = writingOf(choices, system);
    return { writing, system, dialect: dialectOf(choices.csv, writing.numbers), isKnown };
  }, [choices, formats, isKnown]);
}

const NO_FORMATS = {};
