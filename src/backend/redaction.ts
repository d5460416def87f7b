// Redaction by value: known secrets are replaced wherever they occur in a text, in any spelling that a secret takes
// on its way through programs; and what stands under the name of a header that carries one, for a secret that nobody
// told.
import { type Mask, maskOf } from './api/transport/secret.ts';

const MASK = '[redacted]';

/** The name of such a header, what stands between, and its value; in a raw head, in JSON however often escaped, in a list of names and values. */
const HEADER =
  /\b(x-api-key|authorization|x-webhook-signature)((?:\\*["'])?\s*[:=,]\s*(?:\\*["'])?(?:bearer |basic )?)([^\s"'\\,;}\]]{6,})/gi;

/** A growing set of secrets and the one function that removes them from a text. */
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
