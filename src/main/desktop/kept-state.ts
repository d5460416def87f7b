// What the shell keeps for itself between two runs, in one small file: where windows stood, their zoom, and what it must know before the engine is
// up. Anybody may have written into the file, so it is read as hostile; what is odd in it is forgotten, and the defaults hold.
import { closeSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeWholeNow } from '../../backend/whole-file.ts';
import { fieldsOf } from '../../domain/kernel/fields.ts';
import type { Rectangle } from './geometry.ts';
import { PLACES, type WindowPlace } from './screen-address.ts';

export interface KeptWindow {
  /** As it is when it is neither maximised nor full screen. */
  readonly bounds: Rectangle;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
}

export interface DesktopState {
  readonly windows: Readonly<Partial<Record<WindowPlace, KeptWindow>>>;
  /** Steps of zoom as Chromium counts them: 0 is 100 %. */
  readonly zoom: number;
  /** As the settings had them last. */
  readonly colourScheme: 'light' | 'dark' | 'auto';
  readonly keepWatching: boolean;
  /** Whose engine a window showed last; null: this computer's. */
  readonly team: string | null;
  /** It was said that the console stays without a window. */
  readonly saidItStays: boolean;
}

export interface Keeper {
  readonly state: () => DesktopState;
  /** Writes what has changed; a disk that does not take it costs the memory of it and nothing else. */
  keep(change: Partial<DesktopState>): void;
}

const FIRST: DesktopState = {
  windows: {},
  zoom: 0,
  colourScheme: 'auto',
  keepWatching: false,
  team: null,
  saidItStays: false,
};
/** More than the file ever holds. */
const MOST_BYTES = 16_384;
/** No display and no arrangement of displays reaches so far. */
const FARTHEST = 65_536;
const SMALLEST = 100;
const ZOOM = { least: -4, most: 6 } as const;

/** Opens the file; one that is missing or broken counts as empty. */
export function openKeptState(file: string): Keeper {
  let state = keptStateOf(readText(file));
  return {
    state: () => state,
    keep(change) {
      const next = { ...state, ...change };
      const [before, after] = [JSON.stringify(state), JSON.stringify(next)];
      state = next;
      if (before !== after) write(file, after);
    },
  };
}

/** The state in a text that anybody may have written. Pure. */
export function keptStateOf(text: string): DesktopState {
  const { windows, zoom, colourScheme, keepWatching, team, saidItStays } = fieldsOf(parsed(text));
  const kept = fieldsOf(windows);
  const known = PLACES.flatMap((place) => {
    const window = keptWindowOf(kept[place]);
    return window === null ? [] : [[place, window] as const];
  });
  return {
    windows: Object.fromEntries(known),
    zoom: isWithin(zoom, ZOOM.least, ZOOM.most) ? zoom : FIRST.zoom,
    colourScheme: colourScheme === 'light' || colourScheme === 'dark' ? colourScheme : FIRST.colourScheme,
    keepWatching: keepWatching === true,
    team: typeof team === 'string' && /^[\da-f-]{36}$/.test(team) ? team : FIRST.team,
    saidItStays: saidItStays === true,
  };
}

function keptWindowOf(value: unknown): KeptWindow | null {
  const { bounds, isMaximized, isFullScreen } = fieldsOf(value);
  const { x, y, width, height } = fieldsOf(bounds);
  if (!isWhole(x, -FARTHEST, FARTHEST) || !isWhole(y, -FARTHEST, FARTHEST)) return null;
  if (!isWhole(width, SMALLEST, FARTHEST) || !isWhole(height, SMALLEST, FARTHEST)) return null;
  return {
    bounds: { x, y, width, height },
    isMaximized: isMaximized === true,
    isFullScreen: isFullScreen === true,
  };
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return isWithin(value, least, most) && Number.isInteger(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Its text; empty when there is none, or more than there can be. */
function readText(file: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    const length = readSync(handle, bytes);
    return length > MOST_BYTES ? '' : bytes.toString('utf8', 0, length);
  } catch {
    return '';
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A run that ends in between leaves the one before, and so does a disk that is full or forbidden. */
function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeWholeNow(file, text, { folder: 'ours', mode: 0o600 });
  } catch {
    // Then it is forgotten at the end of this run.
  }
}
