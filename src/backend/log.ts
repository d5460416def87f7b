// The structured log: pino over a stream of our own that redacts secrets by value and keeps the file small and
// private. Nothing is ever written to stdout, which belongs to the launch line.
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Log, LogFields } from './ports.ts';
import { type Mask, maskOf } from './api/transport/secret.ts';
import { makeFolderNow } from './whole-file.ts';

const MASK = '[redacted]';

/** The name of such a header, what stands between, and its value; in a raw head, in JSON however often escaped, in a list of names and values. */
const HEADER =
  /\b(x-api-key|authorization|x-webhook-signature)((?:\\*["'])?\s*[:=,]\s*(?:\\*["'])?(?:bearer |basic )?)([^\s"'\\,;}\]]{6,})/gi;

/**
 * A growing set of secrets and the one function that removes them from a text: by value, in any spelling that a secret takes on its way through
 * programs; and what stands under the name of a header that carries one, for a secret that nobody told.
 */
export class Redactor {
  readonly #masks = new Map<string, Mask>();

  /** From now on `secret` and its spellings are masked. Very short secrets are ignored: no key of the API is that short. */
  add(secret: string): void {
    if (!this.#masks.has(secret)) this.#masks.set(secret, maskOf(secret, MASK));
  }

  /** The text with every spelling of every known secret masked, and with the values of such headers. */
  clean(text: string): string {
    let cleaned = text;
    for (const mask of this.#masks.values()) cleaned = mask(cleaned);
    return cleaned.replaceAll(HEADER, `$1$2${MASK}`);
  }
}

/** One log file grows to this many bytes, then it is moved aside; one older file is kept. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Opens the log of a data folder (`logs/console.log`, readable by its owner only). */
export function createLog(options: { readonly folder: string }): Log {
  const folder = join(options.folder, 'logs');
  makeFolderNow(folder);
  return createLogOver(new RotatingFile(join(folder, 'console.log')));
}

/** A log over any sink of lines; tests look at what would be written. */
export function createLogOver(sink: { write(line: string): void }): Log {
  const redactor = new Redactor();
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => sink.write(redactor.clean(line)) },
  );
  return {
    info: (event, fields) => logger.info({ ...fields, event }),
    warn: (event, fields) => logger.warn({ ...fields, event }),
    error: (event, fields, error) => logger.error({ ...fields, ...describe(error), event }),
    redact: (secret) => redactor.add(secret),
  };
}

/** Name and stack only: other properties of foreign errors may hold requests with headers. */
function describe(error: unknown): LogFields {
  if (error === undefined) return {};
  if (error instanceof Error) return { error: error.name, stack: error.stack };
  return { error: typeof error };
}

class RotatingFile {
  readonly #path: string;
  #descriptor: number;
  #bytes: number;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, 'a', 0o600);
    this.#bytes = statSync(path).size;
  }

  write(line: string): void {
    try {
      if (this.#bytes > MAX_FILE_BYTES) this.#rotate();
      this.#bytes += writeSync(this.#descriptor, line);
    } catch {
      // A full disk must not take the console down because of its log.
    }
  }

  #rotate(): void {
    closeSync(this.#descriptor);
    rmSync(`${this.#path}.1`, { force: true });
    renameSync(this.#path, `${this.#path}.1`);
    this.#descriptor = openSync(this.#path, 'a', 0o600);
    this.#bytes = 0;
  }
}
