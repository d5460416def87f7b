// Ids as people paste them: one, or a column of them out of a mail or a sheet, read into the ids that are looked up. Pure.
import { isUuid } from '../kernel/text/uuid.ts';

/** As many as a person looks up, or plans to resend, at once. */
export const MAX_LOOKUP_IDS = 500;
/** Ids of the API have at most 128 characters (specification, "Limits"); addresses of transactions are no longer. */
export const MAX_ID_CHARACTERS = 256;

export interface PastedIds {
  /** In the order of the text, each once. */
  readonly ids: readonly string[];
  /** Ids that stood there more than once, counted beyond their first time. */
  readonly repeated: number;
  /** Texts that are longer than any id. */
  readonly tooLong: number;
  /** Ids beyond MAX_LOOKUP_IDS. */
  readonly left: number;
}

/**
 * The ids of a pasted text. Each line is one id; a text of one line may hold several between commas, semicolons or tabs, or uuids
 * between spaces. Spaces and quotation marks around an id and a comma behind it go; nothing else is changed, since an external_id is
 * any text and its case matters.
 */
export function parseIds(text: string): PastedIds {
  return distinct(piecesOf(text).map(bare));
}

function distinct(texts: readonly string[]): PastedIds {
  const pieces = texts.filter((piece) => piece !== '');
  const readable = pieces.filter((piece) => piece.length <= MAX_ID_CHARACTERS);
  const ids = [...new Set(readable)];
  return {
    ids: ids.slice(0, MAX_LOOKUP_IDS),
    repeated: readable.length - ids.length,
    tooLong: pieces.length - readable.length,
    left: Math.max(0, ids.length - MAX_LOOKUP_IDS),
  };
}

function piecesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  const [only = ''] = lines;
  if (lines.length > 1) return lines;
  const separated = only.split(/[,;\t]/);
  if (separated.length > 1) return separated;
  const words = only.trim().split(/\s+/);
  return words.every((word) => isUuid(bare(word))) ? words : [only];
}

const QUOTES = /^(["'“”„‘’«»])(.*)(["'“”‘’«»])$/su;

/** Without what a mail or a sheet puts around an id. */
function bare(piece: string): string {
  const trimmed = piece
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/[,;]$/, '')
    .trim();
  return (QUOTES.exec(trimmed)?.[2] ?? trimmed).trim();
}
