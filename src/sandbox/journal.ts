// The data folder of a world: `world.json` says what it was made from, `log.jsonl` all that happened since, one event
// a line. A line is handed to the system before the event counts, so that kill -9 loses at most the line being
// written; a torn last line is cut off at the next start. No secret is ever written here.
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isFields, isWorldEvent, type WorldEvent } from './events.ts';

export interface Origin {
  readonly seed: string;
  readonly epoch: number;
  readonly size: number;
}

export interface Journal {
  /** Writes one event. Throws when the disk refuses; then the event must not be applied. */
  append(event: WorldEvent): void;
  close(): void;
}

/** A journal for worlds that live in memory only. */
export const NO_JOURNAL: Journal = { append: () => undefined, close: () => undefined };

export interface Opened {
  readonly origin: Origin;
  readonly events: readonly WorldEvent[];
  readonly journal: Journal;
}

const VERSION = 1;

/**
 * Opens a data folder (made with mode 0700; files 0600), starting it with `fresh` when it holds no world yet. Throws when
 * the folder holds a world of a newer version or something that is not a world. The mode of a folder that was there
 * before is its owner's business.
 */
export function openFolder(folder: string, fresh: Origin): Opened {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const origin = readOrigin(join(folder, 'world.json')) ?? writeOrigin(join(folder, 'world.json'), fresh);
  const path = join(folder, 'log.jsonl');
  const events = readLog(path);
  return { origin, events, journal: openLog(path) };
}

function openLog(path: string): Journal {
  const file = openSync(path, 'a', 0o600);
  chmodSync(path, 0o600);
  let size = fstatSync(file).size;
  return {
    append(event) {
      const line = Buffer.from(`${JSON.stringify(event)}\n`);
      // Two worlds in one log would give two invoices the same number.
      if (fstatSync(file).size !== size) throw new Error('another sandbox uses this data folder');
      if (writeSync(file, line) !== line.length) {
        // A full disk took a part of the line; what follows must not be glued to it.
        truncateSync(path, size);
        throw new Error('the sandbox log could not be written');
      }
      size += line.length;
    },
    close: () => closeSync(file),
  };
}

function readOrigin(path: string): Origin | undefined {
  if (!existsSync(path)) return undefined;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isFields(value)) throw new Error(`${path} is not a sandbox world`);
  const { version, seed, epoch, size } = value;
  if (version !== VERSION) throw new Error(`${path} was written by another version of the sandbox`);
  if (typeof seed !== 'string' || typeof epoch !== 'number' || typeof size !== 'number') {
    throw new Error(`${path} is not a sandbox world`);
  }
  return { seed, epoch, size };
}

function writeOrigin(path: string, origin: Origin): Origin {
  // By way of a second file, so that a half-written one is never taken for a world.
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify({ version: VERSION, ...origin })}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return origin;
}

/** All events of the log. The file is cut after the last good line; a damaged one is first set aside as it was. */
function readLog(path: string): WorldEvent[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const events: WorldEvent[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const event = parseLine(bytes.toString('utf8', start, end));
    if (event === undefined) break;
    events.push(event);
    start = end + 1;
  }
  if (start < bytes.length) {
    const torn = bytes.indexOf(10, start) < 0 || bytes.indexOf(10, start) === bytes.length - 1;
    if (!torn) writeFileSync(`${path}.damaged`, bytes, { mode: 0o600 });
    truncateSync(path, start);
  }
  return events;
}

function parseLine(line: string): WorldEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isWorldEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
