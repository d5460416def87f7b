// Requests as shell commands that a person copies: quoted for a POSIX shell whatever an id holds, with a placeholder
// where a secret belongs. Never a secret: none is handed in here. Pure.

/** One word of a POSIX shell, byte for byte; NUL, which no argument can hold, is left out. */
export function shellWord(text: string): string {
  const word = text.replaceAll('\0', '');
  return /^[A-Za-z0-9_./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A request to the API as its documentation names it. */
export type ApiRequest =
  | { readonly kind: 'invoice'; readonly ident: string }
  | { readonly kind: 'webhooks'; readonly ident: string }
  /** Changes something: a webhook is sent. */
  | { readonly kind: 'resend-webhook'; readonly ident: string };

/**
 * The request with `$API_KEY` for the key. `apiRoot` is where the API's paths begin, without a slash at its end; `ident` is a uuid or
 * an external_id.
 */
export function apiCurl(apiRoot: string, request: ApiRequest): string {
  const invoice = `${apiRoot}/external/invoices/${pathSegment(request.ident)}`;
  const method = request.kind === 'resend-webhook' ? 'POST' : 'GET';
  const path = { invoice: '', webhooks: '/webhooks', 'resend-webhook': '/resend-webhook' }[request.kind];
  // An id may be "..", and brackets mean something to curl.
  return command([
    'curl',
    `--request ${method}`,
    '--path-as-is',
    '--globoff',
    '--header "X-Api-Key: $API_KEY"',
    shellWord(`${invoice}${path}`),
  ]);
}

/** What a webhook says, as far as it is needed to send it again. */
export interface WebhookFacts {
  readonly webhookId: string | null;
  readonly event: string | null;
  readonly timestamp: string;
  readonly body: string;
}

/** Computes the digest of a webhook with `$WEBHOOK_SECRET`: what must stand behind `sha256=`. */
export function signatureCommand({ timestamp, body }: Pick<WebhookFacts, 'timestamp' | 'body'>): string {
  return `printf '%s.%s' ${shellWord(timestamp)} ${shellWord(body)} |\n  openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`;
}

/** Signs the same body anew with `$WEBHOOK_SECRET` and posts it to `$RECEIVER_URL`, a receiver of one's own. */
export function webhookCurl({ webhookId, event, body }: Omit<WebhookFacts, 'timestamp'>): string {
  // A line break in a value would begin another header, and no header can hold other control characters.
  const header = (name: string, value: string | null): readonly string[] =>
    value === null || /\p{Cc}/u.test(value) ? [] : [`--header ${shellWord(`${name}: ${value}`)}`];
  const post = command([
    'curl',
    '--request POST',
    `--header 'Content-Type: application/json'`,
    ...header('X-Webhook-Id', webhookId),
    ...header('X-Webhook-Event', event),
    '--header "X-Webhook-Timestamp: $TIMESTAMP"',
    '--header "X-Webhook-Signature: sha256=$DIGEST"',
    // The others take a body that begins with @ for the name of a file.
    '--data-raw "$BODY"',
    '"$RECEIVER_URL"',
  ]);
  return [
    `BODY=${shellWord(body)}`,
    'TIMESTAMP=$(date +%s)',
    `DIGEST=$(printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)`,
    post,
  ].join('\n');
}

function command(words: readonly string[]): string {
  return words.join(' \\\n  ');
}

/** An id as one segment of a path. Half a character, which no address can hold, becomes the replacement character. */
function pathSegment(ident: string): string {
  return encodeURIComponent(ident.toWellFormed());
}
