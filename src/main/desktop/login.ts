// Whether the system starts the console when somebody logs in: by Electron on macOS and Windows, by an autostart entry of ours on Linux.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { writeWholeNow } from '../../backend/whole-file.ts';
import { appImageOf } from '../app-image.ts';
import { AT_LOGIN } from '../arguments.ts';
import { AUTOSTART_FILE, autostartEntry, autostartFolder, quotedPart, startsAtLogin } from './autostart.ts';

/** A data folder that was named by hand goes with the start at login: it is another console. */
export interface LoginSetting {
  readonly dataFolder: string | null;
}

/** The state now. */
export function isLaunchedAtLogin(setting: LoginSetting): boolean {
  if (process.platform === 'linux') {
    const text = readEntry();
    return text !== null && startsAtLogin(text, commandOf(setting));
  }
  return app.getLoginItemSettings(optionsOf(setting)).openAtLogin;
}

/** Sets it; gives the state after it, which a system may have refused. Throws when the entry cannot be written. */
export function setLaunchedAtLogin(setting: LoginSetting, on: boolean): boolean {
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: on, ...optionsOf(setting) });
  else if (on) writeEntry(autostartEntry(commandOf(setting)));
  else rmSync(entryFile(), { force: true });
  return isLaunchedAtLogin(setting);
}

/** Was this run begun by the system? */
export function wasLaunchedAtLogin(args: readonly string[]): boolean {
  if (process.platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin;
  return args.includes(AT_LOGIN);
}

/** Windows starts and compares by them, as one line that Electron puts together without quoting; macOS knows its own bundle. */
function optionsOf(setting: LoginSetting): { readonly path?: string; readonly args?: string[] } {
  if (process.platform !== 'win32') return {};
  return { path: quotedPart(process.execPath), args: argumentsOf(setting).map(quotedPart) };
}

/** An AppImage runs out of a place that is gone afterwards; it names the file that was started. */
function commandOf(setting: LoginSetting): readonly string[] {
  const { platform, execPath, env: environment } = process;
  return [appImageOf({ platform, execPath, environment }) ?? execPath, ...argumentsOf(setting)];
}

function argumentsOf({ dataFolder }: LoginSetting): readonly string[] {
  return [AT_LOGIN, ...(dataFolder === null ? [] : [`--data-dir=${dataFolder}`])];
}

function entryFile(): string {
  return join(autostartFolder(homedir(), process.env), AUTOSTART_FILE);
}

function readEntry(): string | null {
  try {
    return readFileSync(entryFile(), 'utf8');
  } catch {
    return null;
  }
}

/** Whole or not at all: half an entry would be started. */
function writeEntry(text: string | null): void {
  if (text === null) throw new Error('the path of the console cannot be written into an autostart entry');
  const file = entryFile();
  mkdirSync(autostartFolder(homedir(), process.env), { recursive: true });
  writeWholeNow(file, text, { folder: 'others' });
}
