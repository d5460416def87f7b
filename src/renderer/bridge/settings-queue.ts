// Changes of settings on their way: one after the other, since two may overtake each other; an answer counts only as the newest.
import type { ConsoleSettings, SettingsChange } from '../../domain/console/console-settings.ts';
import type { Failure, Result } from '../../domain/kernel/failure/failure.ts';

export interface SettingsQueue {
  /** Those without an answer, the oldest first; the same list until it changes. */
  readonly asked: () => readonly SettingsChange[];
  /** Calls whenever there are others; gives back what ends that. */
  readonly listen: (heard: () => void) => () => void;
  /** Sends it when those before it have their answers. Gives the failure, or null. */
  readonly change: (one: SettingsChange) => Promise<Failure | null>;
}

/** `keep` gets each good answer, before its change counts as answered. */
export function createSettingsQueue(
  send: (one: SettingsChange) => Promise<Result<ConsoleSettings>>,
  keep: (settings: ConsoleSettings) => void,
): SettingsQueue {
  const listeners = new Set<() => void>();
  let asked: readonly SettingsChange[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const become = (next: readonly SettingsChange[]): void => {
    asked = next;
    for (const heard of listeners) heard();
  };
  const answered = async (one: SettingsChange): Promise<Failure | null> => {
    try {
      const result = await send(one);
      if (result.ok) keep(result.value);
      return result.ok ? null : result.failure;
    } finally {
      become(asked.filter((other) => other !== one));
    }
  };
  return {
    asked: () => asked,
    listen: (heard) => {
      listeners.add(heard);
      return () => {
        listeners.delete(heard);
      };
    },
    change: (one) => {
      become([...asked, one]);
      const answer = last.then(() => answered(one));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}
