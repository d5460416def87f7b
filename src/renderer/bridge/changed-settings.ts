/** The settings of the console after a change, as the engine will have them. Pure. Not here: asking for the change (use-settings.ts). */
import type { CallInput, CallOutput } from '../../contract/calls.ts';
import { changedNotifications } from '../../domain/notification-settings.ts';

export type ConsoleSettings = CallOutput<'settings.get'>;
export type SettingsChange = CallInput<'settings.set'>;

/** What is absent from the change stays. */
export function changedSettings(settings: ConsoleSettings, change: SettingsChange): ConsoleSettings {
  return {
    timeZone: change.timeZone ?? settings.timeZone,
    colourScheme: change.colourScheme ?? settings.colourScheme,
    notifications: changedNotifications(settings.notifications, change.notifications ?? {}),
    keepWatching: change.keepWatching ?? settings.keepWatching,
    logos: change.logos ?? settings.logos,
  };
}
