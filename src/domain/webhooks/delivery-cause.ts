// Why an attempt to deliver a webhook failed, and where it went.
import { type Attempt, type Delivery, deliveryState } from './delivery.ts';
import type { DeliveryCause } from './delivery-list.ts';
import { instantKey } from '../kernel/time/time.ts';

/** What an attempt left behind. */
export interface FailureTrace {
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** Longer texts name their cause at the beginning, if at all. */
const MAX_ERROR = 2_000;

/** Tried in this order: a name that could not be looked up in time is a matter of DNS, a handshake that took too long one of time. */
const WORDS: readonly (readonly [DeliveryCause, RegExp])[] = [
  [
    'dns',
    /enotfound|eai_|getaddrinfo|\bdns\b|nxdomain|no such host|(?:could not|couldn't|cannot|can't|failed to|unable to) resolve|name resolution|name or service not known|nodename nor servname|unknown ?host|\blookup \S+(?: on \S+)?: /,
  ],
  [
    'timeout',
    /time[sd]?[ _-]?out|etimedout|esockettimedout|err_timeout|deadline (?:was )?exceeded|no (?:response|answer) within|took too long|took longer than/,
  ],
  ['refused', /econnrefused|connection (?:was )?refused|actively refused|refused to connect/],
  [
    'tls',
    /\btls\b|\bssl\b|ssl[_ ]|certificate|\bcert_|err_cert|err_tls|x509|self[- ]signed|handshake|unable_to_verify|eproto|wrong version number|hostname mismatch/,
  ],
  [
    'redirect',
    /too[ _]many[ _]redirects|(?:exceeded|stopped after|maximum) \(?\d+\)? redirects|number of redirects exceeded|redirect count exceeded|unexpected redirect/,
  ],
  [
    'connection',
    /connect call failed|(?:cannot|can't|could not|couldn't|failed to|unable to) connect|econnreset|econnaborted|epipe|ehostunreach|enetunreach|ehostdown|enetdown|socket hang up|broken pipe|connection|other side closed|und_err_socket|unexpected (?:eof|end of)|\beof\b|network is unreachable|no route to host|(?:host|network) unreachable|premature close/,
  ],
];

/** An address may be called anything ("dns.example.com", "/redirect"): its words say nothing about what happened. */
const URLS = /https?:\/\/[^\s"'<>()]+|\b(url["']?\s?[:=]\s?["']?)[^\s"'<>()]+/g;
/** The same for hosts, as clients name them; also how some of them write that TLS was set ("ssl:default"). */
const HOSTS =
  /\b(host )["']?(?=\S*[.:]\w)[^\s"'<>()]+|\b(host=["']?)[^\s"'<>(),]+|\b(connect(?:ion)? to )["']?[^\s"'<>()]+|(?<![\w.-])(?=[\d.]*[a-z])[\w.-]+\.[\w-]+:\d{1,5}\b|\bssl:(?:default|true|false|none|<[^>]*>)/g;

/** An HTTP status that only the text names: "receiver answered 503", "status code: 404", "HTTP/1.1 502". */
const STATUS_IN_TEXT =
  /\b(?:answered|responded(?: with)?|returned|status(?: ?code)?|http(?:\/\d(?:\.\d)?)?)[\s:=]{1,3}([1-5]\d\d)\b/;

/**
 * The cause of a failed attempt. A status code decides when it is one of failure (specification, "Receiver behaviour and retries":
 * anything but 2xx fails); otherwise the text does.
 */
export function failureCause({ statusCode, error }: FailureTrace): DeliveryCause {
  const byCode = statusCode === null ? null : causeOfStatus(statusCode);
  if (byCode !== null) return byCode;
  const text = (error ?? '').slice(0, MAX_ERROR).toLowerCase().replace(URLS, '$1x');
  const named = STATUS_IN_TEXT.exec(text)?.[1];
  const byNamed = named === undefined ? null : causeOfStatus(Number.parseInt(named, 10));
  if (byNamed !== null) return byNamed;
  const said = text.replace(HOSTS, '$1$2$3x');
  return WORDS.find(([, words]) => words.test(said))?.[0] ?? 'other';
}

function causeOfStatus(code: number): DeliveryCause | null {
  if (code >= 300 && code <= 399) return 'redirect';
  if (code >= 400 && code <= 499) return 'client-error';
  return code >= 500 && code <= 599 ? 'server-error' : null;
}

/** The newest attempt by created_at, later entries winning ties and unreadable dates; null when the API lists none. */
export function lastAttempt({ attempts_history: history }: Pick<Delivery, 'attempts_history'>): Attempt | null {
  let last: Attempt | null = null;
  for (const attempt of history) if (last === null || madeKey(attempt) >= madeKey(last)) last = attempt;
  return last;
}

function madeKey({ created_at: createdAt }: Attempt): string {
  return createdAt === null ? '' : (instantKey(createdAt) ?? '');
}

/** How an attempt ended; `unknown` where the API names neither a result, nor a status code, nor an error. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'unknown';

/** The API's word counts; without it a 2xx is a success, and any other code or an error is none. */
export function attemptOutcome({ success, status_code: code, error }: Attempt): AttemptOutcome {
  if (success !== null) return success ? 'succeeded' : 'failed';
  if (code !== null) return isSuccess(code) ? 'succeeded' : 'failed';
  return error === null ? 'unknown' : 'failed';
}

/** True when the attempt is not known to have succeeded. */
export function hasFailed(attempt: Attempt): boolean {
  return attemptOutcome(attempt) !== 'succeeded';
}

/** Why the delivery has not been delivered, by its last attempt; null when it was, or when nothing has failed yet. */
export function deliveryCause(delivery: Delivery): DeliveryCause | null {
  const state = deliveryState(delivery);
  if (state === 'delivered' || state === 'queued') return null;
  const last = lastAttempt(delivery);
  const statusCode = delivery.last_status_code ?? last?.status_code ?? null;
  const error = delivery.last_error ?? last?.error ?? null;
  if (state === 'failed' || state === 'retrying') return failureCause({ statusCode, error });
  // In flight, or a state without a name: it has failed when the attempt before did.
  const hasFailedBefore =
    last === null ? error !== null || (statusCode !== null && !isSuccess(statusCode)) : hasFailed(last);
  return hasFailedBefore ? failureCause({ statusCode, error }) : null;
}

function isSuccess(code: number): boolean {
  return code >= 200 && code <= 299;
}

const ADDRESS = /^(https?):\/\/(?:[^/?#\\@]*@)?(\[[0-9a-f:.]+\]|[^\s/?#\\:@[\]]+)(?::(\d{0,5}))?(?=[/?#]|$)(.*)$/is;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };
/** A host name has at most 253 characters, and a port five. */
const MAX_HOST = 260;

/** The host of an http(s) address in lower case, with its port where that is not the usual one; null when it is no such address. */
export function hostOf(url: string | null): string | null {
  return url === null ? null : (partsOf(url)?.host ?? null);
}

/** Scheme and host of an http(s) address, without what may be a secret in it; null when it is no such address. */
export function originOf(url: string): string | null {
  const parts = partsOf(url);
  return parts === null ? null : `${parts.scheme}://${parts.host}`;
}

interface AddressParts {
  readonly scheme: string;
  readonly host: string;
  readonly rest: string;
}

function partsOf(url: string): AddressParts | null {
  const [, scheme = '', name = '', port = '', rest = ''] = ADDRESS.exec(url.trim()) ?? [];
  if (name === '') return null;
  const lower = scheme.toLowerCase();
  const isUsual = port === '' || Number.parseInt(port, 10) === Number.parseInt(DEFAULT_PORTS[lower] ?? '', 10);
  const host = `${name.toLowerCase()}${isUsual ? '' : `:${Number.parseInt(port, 10)}`}`;
  return host.length > MAX_HOST ? null : { scheme: lower, host, rest };
}

/**
 * True when a delivery goes elsewhere than its invoice says. Two spellings of one address (case of the host, the usual port, a missing
 * slash) are the same; without a callback_url there is nothing to compare.
 */
export function isElsewhere(targetUrl: string | null, callbackUrl: string | null): boolean {
  if (targetUrl === null || callbackUrl === null || targetUrl === callbackUrl) return false;
  return oneSpelling(targetUrl) !== oneSpelling(callbackUrl);
}

function oneSpelling(url: string): string {
  const parts = partsOf(url);
  if (parts === null) return url.trim();
  const { scheme, host, rest } = parts;
  return `${scheme}://${host}${rest.startsWith('/') ? rest : `/${rest}`}`;
}
