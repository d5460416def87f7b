// The part of the Host port that a shell without windows of its own answers: it makes none, prints none, has no folder chosen, starts with
// no system, is vouched for by none, and is replaced by whoever installed it.
import type { Host } from '../backend/ports.ts';

/** Always `off`. */
export const noUpdates: Host['updates'] = {
  status: () => ({ state: 'off', checkedAt: null }),
  check: () => Promise.resolve({ state: 'off', checkedAt: null }),
  install: () => Promise.resolve({ state: 'off', checkedAt: null }),
  onChange: () => () => undefined,
};

export const noDesktop = {
  notify: () => undefined,
  openWindow: () => Promise.resolve(),
  printPdf: () => Promise.resolve('declined'),
  printPage: null,
  chooseFolder: () => Promise.resolve(null),
  launchAtLogin: () => Promise.resolve(false),
  setLaunchAtLogin: () => Promise.resolve(false),
  authenticate: null,
  updates: noUpdates,
  teams: null,
} as const satisfies Partial<Host>;

export const NO_DESKTOP = {
  notify: false,
  opensWindows: false,
  printPdf: false,
  chooseFolder: false,
  launchAtLogin: false,
  background: false,
} as const satisfies Partial<Host['capabilities']>;
