// From codes of sockets, TLS, DNS and the HTTP client to our words; nothing else is kept, for errors may hold headers.
import type { Failure, UnreachableReason } from '../../../domain/kernel/failure/failure.ts';
import { isObject } from '../../../domain/records/json.ts';
import { ProxyError } from './proxy.ts';

const CODES: readonly (readonly [reason: UnreachableReason, codes: string])[] = [
  ['dns', 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME ENODATA'],
  ['refused', 'ECONNREFUSED'],
  ['no-network', 'EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL'],
  ['tls-expired', 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID'],
  [
    'tls-untrusted',
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_CHAIN_TOO_LONG CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED INVALID_CA INVALID_PURPOSE',
  ],
  ['tls-wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH'],
  ['tls-other', 'EPROTO'],
  [
    'timeout',
    'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_TLS_HANDSHAKE_TIMEOUT',
  ],
  [
    'connection-lost',
    'ECONNRESET ECONNABORTED ENETRESET EPIPE UND_ERR_SOCKET UND_ERR_CLOSED UND_ERR_DESTROYED UND_ERR_ABORTED UND_ERR_INFO',
  ],
];
const REASONS: ReadonlyMap<string, UnreachableReason> = new Map(
  CODES.flatMap(([reason, codes]) => codes.split(' ').map((code) => [code, reason])),
);

/** Codes that mean: the far end spoke, but not the way an API speaks. */
const TOO_LARGE = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW']);

/** The code of an error, its cause or the first of its parts; empty when there is none. */
export function errorCode(error: unknown): string {
  if (!isObject(error)) return '';
  if (typeof error.code === 'string' && /^[A-Z0-9_]{2,64}$/.test(error.code)) return error.code;
  if (Array.isArray(error.errors) && error.errors.length > 0) return errorCode(error.errors[0]);
  return isObject(error.cause) && error.cause !== error ? errorCode(error.cause) : '';
}

/**
 * The failure behind an error of a request. `status` is the status of the response when its head had arrived already; then a
 * broken connection is a truncated answer.
 */
export function failureOfError(error: unknown, status: number | null): Failure {
  if (error instanceof ProxyError) return { kind: 'unreachable', reason: error.reason, detail: error.detail };
  const code = errorCode(error);
  if (TOO_LARGE.has(code))
    return { kind: 'malformed-response', reason: 'too-large', status: status ?? 0, detail: code };
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return truncated(status ?? 0, code);
  // The parser's errors do not all have a code, so the class counts as well.
  if (code.startsWith('HPE_') || (isObject(error) && error.name === 'HTTPParserError')) {
    // llhttp reports a body that ends before its last chunk as a parser error as well.
    if (status !== null) return truncated(status, code);
    return { kind: 'malformed-response', reason: 'not-the-api', status: 0, detail: code === '' ? 'no HTTP' : code };
  }
  const reason = reasonOf(code);
  if (status !== null && reason === 'connection-lost') return truncated(status, code);
  return { kind: 'unreachable', reason, detail: code === '' ? undefined : code };
}

function reasonOf(code: string): UnreachableReason {
  const isTls = /^(?:ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT)/.test(code);
  return REASONS.get(code) ?? (isTls ? 'tls-other' : 'other');
}

function truncated(status: number, detail: string): Failure {
  return { kind: 'malformed-response', reason: 'truncated', status, detail };
}
