// Limits, waits and dates in response headers, read with distrust ("Limits"): what makes no sense is absent.
import type { ReplyHeaders } from '../transport/transport.ts';

export interface RateHeaders {
  /** Requests allowed in a window. */
  readonly limit: number | null;
  /** Requests left in the window. */
  readonly remaining: number | null;
  /** Milliseconds until the window resets. */
  readonly resetMs: number | null;
}

/** Larger values of X-RateLimit-Reset are an instant (seconds since 1970), not a duration. */
const EPOCH_ABOVE = 1e9;
/** A longer wait than a day is not believed. */
const SANE_SECONDS = 86_400;
/** The window is a minute (specification, "Limits"): a Reset beyond a quarter of an hour is some other unit, or a mistake. */
const SANE_RESET_SECONDS = 900;

/** The budget as the response tells it. `nowMs` is our wall clock, for a Reset that is an instant and no Date header. */
export function readRateHeaders(headers: ReplyHeaders, nowMs: number): RateHeaders {
  const limit = readInteger(headers['x-ratelimit-limit']);
  const remaining = readInteger(headers['x-ratelimit-remaining']);
  return {
    limit: limit !== null && limit >= 1 && limit <= 1_000_000 ? limit : null,
    remaining: remaining !== null && remaining <= 1_000_000 ? remaining : null,
    resetMs: readReset(headers, nowMs),
  };
}

/** Milliseconds until the window resets, or null: negative, beyond a quarter of an hour, or no number. */
export function readReset(headers: ReplyHeaders, nowMs: number): number | null {
  const text = headers['x-ratelimit-reset'];
  if (text === undefined || !/^\d{1,12}(?:\.\d{1,6})?$/.test(text.trim())) return null;
  const value = Number(text);
  const seconds = value > EPOCH_ABOVE ? value - (readDate(headers) ?? nowMs) / 1000 : value;
  return seconds >= 0 && seconds <= SANE_RESET_SECONDS ? Math.round(seconds * 1000) : null;
}

/** The server's clock at the response, ms since the epoch, or null. */
export function readDate(headers: ReplyHeaders): number | null {
  return parseHttpDate(headers.date);
}

/**
 * How long to stay away after a refusal, in milliseconds: the longer of Retry-After (seconds, or an HTTP date against the
 * response's own Date) and `details.retry_after_seconds`; null when neither makes sense.
 */
export function readRetryAfter(headers: ReplyHeaders, detailSeconds: unknown, nowMs: number): number | null {
  const header = headers['retry-after']?.trim() ?? '';
  let fromHeader = /^\d{1,12}(?:\.\d{1,6})?$/.test(header) ? saneMs(Number(header)) : null;
  if (fromHeader === null) {
    const at = parseHttpDate(header);
    if (at !== null) fromHeader = saneMs((at - (readDate(headers) ?? nowMs)) / 1000);
  }
  const numeric =
    typeof detailSeconds === 'string' && /^\d{1,9}$/.test(detailSeconds) ? Number(detailSeconds) : detailSeconds;
  const fromDetails = typeof numeric === 'number' ? saneMs(numeric) : null;
  if (fromHeader === null) return fromDetails;
  return fromDetails === null ? fromHeader : Math.max(fromHeader, fromDetails);
}

function saneMs(seconds: number): number | null {
  return seconds > 0 && seconds <= SANE_SECONDS ? Math.ceil(seconds * 1000) : null;
}

function readInteger(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null;
}

/** IMF-fixdate and the two older forms; a bare number is no date although Date.parse would take it. */
function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !/^[A-Za-z]{3,9},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
