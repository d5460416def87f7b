/**
 * Redaction by value: known secrets are replaced wherever they occur in a text, raw or in the spellings a secret takes on its
 * way through a program (JSON, URL, base64 at any alignment); and what stands under the name of a header that carries one, for a secret
 * that nobody told. Not here: where texts are written (log.ts).
 */
const MASK = '[redacted]';
/** Shorter spellings would hit innocent text. */
const MIN_LENGTH = 8;

/** The name of such a header, what stands between, and its value; in a raw head, in JSON however often escaped, in a list of names and values. */
const HEADER =
  /\b(x-api-key|authorization|x-webhook-signature)((?:\\*["'])?\s*[:=,]\s*(?:\\*["'])?(?:bearer |basic )?)([^\s"'\\,;}\]]{6,})/gi;

/** A growing set of secrets and the one function that removes them from a text. */
export class Redactor {
  readonly #spellings = new Set<string>();

  /** From now on `secret` and its spellings are masked. Very short secrets are ignored: no key of the API is that short. */
  add(secret: string): void {
    if (secret.length < MIN_LENGTH) return;
    for (const spelling of spellingsOf(secret)) {
      if (spelling.length >= MIN_LENGTH) this.#spellings.add(spelling);
    }
  }

  /** The text with every spelling of every known secret masked, and with the values of such headers. */
  clean(text: string): string {
    let cleaned = text;
    for (const spelling of this.#spellings) {
      if (cleaned.includes(spelling)) cleaned = cleaned.replaceAll(spelling, MASK);
    }
    return cleaned.replaceAll(HEADER, `$1$2${MASK}`);
  }
}

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  return [secret, json, JSON.stringify(json).slice(1, -1), url, url.toLowerCase(), ...base64Spellings(secret)];
}

/**
 * Inside a longer base64 text a secret starts at one of three alignments; the characters that do not depend on its neighbours
 * are the same each time.
 */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const found: string[] = [];
  for (const lead of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((lead * 8) / 6);
    const end = Math.floor(((lead + bytes.length) * 8) / 6);
    const stable = encoded.slice(start, end);
    found.push(stable, stable.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return found;
}
