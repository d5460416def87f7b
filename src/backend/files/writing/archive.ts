// A ZIP archive in the making: its files one after the other, compressed while they are written, each measured and digested. It carries no time of its
// own, so that the same files make the same bytes. Not here: what is in the files.
import { createHash } from 'node:crypto';
// The browser's build: Node's own makes a `require` of its own, which a minified bundle declares twice.
import { Zip, ZipDeflate } from 'fflate/browser';
import { type FileFacts, PartialFile, type Sink } from './partial-file.ts';

/** Speed before size: the rows of a list shrink to a tenth at any level. */
const LEVEL = 3;
/** What the format without its extensions can hold, of one file and of all of them: the extensions are not written. */
const MOST_BYTES = 0xff_ff_ff_ff;
/** The first day that the format knows, at midnight of the zone that the computer has now: the format keeps days, not instants. */
const noTime = (): Date => new Date(1980, 0, 1);

/** A file of it, or the whole, would be larger than the format holds (4 GiB). */
export class ArchiveTooLarge extends Error {}

export class Archive {
  readonly #file: PartialFile;
  readonly #zip: Zip;

  /** Throws the system's error where the file cannot be made; so does everything that writes. */
  constructor(path: string) {
    this.#file = new PartialFile(path);
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      if (this.#file.bytes + chunk.length > MOST_BYTES) throw new ArchiveTooLarge('the archive is too large');
      this.#file.write(chunk);
    });
  }

  /** The next file; the one before is finished. Its name is ASCII, with `/` between folders. */
  entry(name: string): Sink {
    const deflate = new ZipDeflate(name, { level: LEVEL });
    deflate.mtime = noTime();
    this.#zip.add(deflate);
    const digest = createHash('sha256');
    let bytes = 0;
    return {
      write: (chunk) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) throw new ArchiveTooLarge(`${name} is too large for the archive`);
        digest.update(chunk);
        deflate.push(chunk);
      },
      finish: () => {
        deflate.push(new Uint8Array(0), true);
        return { bytes, sha256: digest.digest('hex') };
      },
      // There is no archive without one of its files.
      abandon: () => this.abandon(),
    };
  }

  /** A whole file at once. */
  text(name: string, text: string): FileFacts {
    const entry = this.entry(name);
    entry.write(Buffer.from(text, 'utf8'));
    return entry.finish();
  }

  /** Puts the whole archive in its place. */
  finish(): FileFacts {
    this.#zip.end();
    return this.#file.finish();
  }

  /** Leaves nothing behind. */
  abandon(): void {
    this.#file.abandon();
  }
}
