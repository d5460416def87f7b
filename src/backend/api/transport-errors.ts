// From the error codes of sockets, TLS, DNS and the HTTP client to our closed words. Only codes are read: messages
// change, and error objects may hold request headers, so nothing of them is kept.
import type { Failure, UnreachableReason } from '../../domain/failure.ts';
import { isObject } from '../../domain/records/json.ts';
import { ProxyError } from './proxy.ts';

const REASONS: Readonly<Record<string, UnreachableReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'no-network',
  ENETUNREACH: 'no-network',
  ENETDOWN: 'no-network',
  EHOSTDOWN: 'no-network',
  EADDRNOTAVAIL: 'no-network',
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls-untrusted',
  CERT_CHAIN_TOO_LONG: 'tls-untrusted',
  CERT_REVOKED: 'tls-untrusted',
  CERT_REJECTED: 'tls-untrusted',
  CERT_UNTRUSTED: 'tls-untrusted',
  INVALID_CA: 'tls-untrusted',
  INVALID_PURPOSE: 'tls-untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-wrong-host',
  HOSTNAME_MISMATCH: 'tls-wrong-host',
  EPROTO: 'tls-other',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'timeout',
  ECONNRESET: 'connection-lost',
  ECONNABORTED: 'connection-lost',
  ENETRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  UND_ERR_SOCKET: 'connection-lost',
  UND_ERR_CLOSED: 'connection-lost',
  UND_ERR_DESTROYED: 'connection-lost',
  UND_ERR_ABORTED: 'connection-lost',
  UND_ERR_INFO: 'connection-lost',
};

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
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (known !== undefined) return known;
  return /^(?:ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT)/.test(code) ? 'tls-other' : 'other';
}

function truncated(status: number, detail: string): Failure {
  return { kind: 'malformed-response', reason: 'truncated', status, detail };
}
