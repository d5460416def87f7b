/**
 * The settings of the console itself, and what becomes of them by a change: one rule, which the engine keeps by and the screens show a change by while it
 * is on its way. Pure. Not here: where they are kept (backend/engine/settings.ts).
 */
import { changedNotifications, type NotificationsChange, type NotificationSettings } from './notification-settings.ts';

export interface ConsoleSettings {
  readonly timeZone: string;
  readonly colourScheme: 'light' | 'dark' | 'auto';
  readonly notifications: NotificationSettings;
  /** The console stays, with its tray icon, when its last window is closed. */
  readonly keepWatching: boolean;
  /** Characters by themselves (a letter, / or ?) are commands; whoever speaks instead of typing has to be able to switch that off (WCAG 2.1.4). */
  readonly plainKeys: boolean;
}

/** What is to be changed; what is absent stays. */
export type SettingsChange = {
  readonly [Name in Exclude<keyof ConsoleSettings, 'notifications'>]?: ConsoleSettings[Name] | undefined;
} & { readonly notifications?: NotificationsChange | undefined };

/** The settings after a change. */
export function changedSettings(settings: ConsoleSettings, change: SettingsChange): ConsoleSettings {
  return {
    timeZone: change.timeZone ?? settings.timeZone,
    colourScheme: change.colourScheme ?? settings.colourScheme,
    notifications: changedNotifications(settings.notifications, change.notifications ?? {}),
    keepWatching: change.keepWatching ?? settings.keepWatching,
    plainKeys: change.plainKeys ?? settings.plainKeys,
  };
}
