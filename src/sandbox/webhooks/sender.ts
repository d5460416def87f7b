// Signs a webhook and sends it, to this machine only. What the answer means is the delivery's business.
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { isLoopback } from '../world/hosts.ts';
import type { WebhookPayload } from '../world/records.ts';

/** What a receiver answered, or why there is no answer. */
export interface SendResult {
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

const KEPT_BODY_BYTES = 2_048;

/** `sha256=<hex_hmac>` over `{timestamp}.{raw_body}` (the specification, section "Signature"). */
export function signature(secret: string, timestamp: string, rawBody: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')}`;
}

export class WebhookSender {
  readonly #secret: string;
  readonly #agent = new Agent({ connections: 8, pipelining: 0, connect: { timeout: 5_000 } });

  constructor(secret: string) {
    this.#secret = secret;
  }

  /**
   * POSTs a webhook once. Never throws. Refuses a target that is not on this machine. The timestamp is in whole
   * seconds since the epoch (the format is not shown). Redirects are not followed: they are not 2xx.
   */
  async send(
    targetUrl: string,
    deliveryUuid: string,
    payload: WebhookPayload,
    now: number,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const url = URL.parse(targetUrl);
    if (url === null || !isLoopback(url.hostname))
      return { statusCode: null, responseBody: null, error: 'not a loopback target' };
    // The name could be resolved to anything by a hosts file; the address cannot.
    if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
    const rawBody = JSON.stringify(payload);
    const timestamp = String(Math.floor(now / 1000));
    try {
      const answer = await request(url, {
        method: 'POST',
        body: rawBody,
        dispatcher: this.#agent,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'merchant-payment-sandbox',
          'x-webhook-id': deliveryUuid,
          'x-webhook-event': payload.event,
          'x-webhook-timestamp': timestamp,
          'x-webhook-signature': signature(this.#secret, timestamp, rawBody),
        },
      });
      const responseBody = await readSome(answer.body);
      const ok = answer.statusCode >= 200 && answer.statusCode < 300;
      return {
        statusCode: answer.statusCode,
        responseBody,
        error: ok ? null : `receiver answered ${answer.statusCode}`,
      };
    } catch (error) {
      return {
        statusCode: null,
        responseBody: null,
        error: signal.aborted ? 'timeout: no response within 15 s' : describe(error),
      };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function readSome(body: AsyncIterable<unknown>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) continue;
    pieces.push(piece);
    size += piece.length;
    if (size >= KEPT_BODY_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, KEPT_BODY_BYTES).toString('utf8');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'connection failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `${code}: ${error.message}`.slice(0, 200);
}
