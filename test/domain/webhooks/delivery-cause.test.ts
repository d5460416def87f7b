/** Why attempts fail, by the words of many HTTP clients; where webhooks go; when a delivery is at risk. */
import { describe, expect, it } from 'vitest';
import {
  attemptOutcome,
  deliveryCause,
  failureCause,
  hasFailed,
  hostOf,
  isElsewhere,
  lastAttempt,
} from '../../../src/domain/webhooks/delivery-cause.ts';
import { type DeliveryCause, isAtRisk } from '../../../src/domain/webhooks/delivery-list.ts';
import { aDelivery, anAttempt } from '../../support/records.ts';
import { workTime } from '../../support/work-time.ts';

describe('failureCause', () => {
  it.each<[number | null, string | null, DeliveryCause]>([
    // A status code that means failure decides, whatever the text says.
    [301, null, 'redirect'],
    [307, 'timeout', 'redirect'],
    [400, null, 'client-error'],
    [408, 'Request Timeout', 'client-error'],
    [499, null, 'client-error'],
    [500, null, 'server-error'],
    [504, 'gateway timed out', 'server-error'],
    [599, null, 'server-error'],
    // Without one, or with one that is no failure, the text does.
    [null, null, 'other'],
    [0, '', 'other'],
    [200, null, 'other'],
    [101, 'x', 'other'],
    [700, null, 'other'],
    [200, 'read timeout while reading the body', 'timeout'],
    [null, 'timeout: no response within 15 s', 'timeout'],
    [null, 'connect ETIMEDOUT 203.0.113.7:443', 'timeout'],
    [null, 'Read Timed Out', 'timeout'],
    [null, 'UND_ERR_HEADERS_TIMEOUT: Headers Timeout Error', 'timeout'],
    [null, 'net/http: TLS handshake timeout', 'timeout'],
    [null, 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)', 'timeout'],
    [null, 'cURL error 28: Operation timed out after 15001 milliseconds', 'timeout'],
    [null, 'Connection timed out', 'timeout'],
    [null, 'getaddrinfo ENOTFOUND shop.example', 'dns'],
    [null, 'getaddrinfo EAI_AGAIN shop.example', 'dns'],
    [null, 'dial tcp: lookup shop.example on 10.0.0.2:53: i/o timeout', 'dns'],
    [null, 'dial tcp: lookup shop.example: no such host', 'dns'],
    [null, 'Could not resolve host: shop.example', 'dns'],
    [null, '[Errno -3] Temporary failure in name resolution', 'dns'],
    [null, '[Errno -2] Name or service not known', 'dns'],
    [null, 'java.net.UnknownHostException: shop.example', 'dns'],
    [null, 'connect ECONNREFUSED 203.0.113.7:443', 'refused'],
    [null, 'ECONNREFUSED: ', 'refused'],
    [null, '[Errno 111] Connection refused', 'refused'],
    [null, 'No connection could be made because the target machine actively refused it', 'refused'],
    [null, 'CERT_HAS_EXPIRED: certificate has expired', 'tls'],
    [null, 'self-signed certificate in certificate chain', 'tls'],
    [null, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    [null, 'x509: certificate signed by unknown authority', 'tls'],
    [null, '[SSL: WRONG_VERSION_NUMBER] wrong version number', 'tls'],
    [null, 'EPROTO: write EPROTO ssl3_get_record', 'tls'],
    [null, 'remote error: tls: internal error', 'tls'],
    [null, 'read ECONNRESET', 'connection'],
    [null, 'Error: socket hang up', 'connection'],
    [null, 'write EPIPE', 'connection'],
    [null, 'Broken pipe', 'connection'],
    [null, 'connect EHOSTUNREACH 203.0.113.7:443', 'connection'],
    [null, 'UND_ERR_SOCKET: other side closed', 'connection'],
    [null, 'unexpected EOF', 'connection'],
    [null, 'Connection reset by peer', 'connection'],
    [null, 'connection failed', 'connection'],
    [null, 'Exceeded 30 redirects: too many redirects', 'redirect'],
    // A status that only the text names.
    [null, 'receiver answered 503', 'server-error'],
    [null, 'HTTP 404', 'client-error'],
    [null, 'HTTP/1.1 502 Bad Gateway', 'server-error'],
    [null, 'unexpected status code: 422', 'client-error'],
    [null, 'responded with 302', 'redirect'],
    // What an address is called says nothing.
    [null, 'connect ETIMEDOUT to https://dns.example.com', 'timeout'],
    [null, 'connect ETIMEDOUT dns.example.com:443', 'timeout'],
    [null, 'Post "https://tls.example/redirect?timeout=1": read: connection reset by peer', 'connection'],
    [null, '{"url":"https://ssl.example/dns","code":"ECONNREFUSED"}', 'refused'],
    [null, 'read ECONNRESET https://shop.example/?status=404', 'connection'],
    [null, "Cannot connect to host shop:443 ssl:default [Connect call failed ('203.0.113.7', 443)]", 'connection'],
    [null, 'Cannot connect to host dns.shop:443 ssl:<ssl.SSLContext object at 0x7f> [None]', 'connection'],
    [null, 'Cannot connect to host shop:443 ssl:True [SSLCertVerificationError: (1, "[SSL: X] failed")]', 'tls'],
    [null, 'Cannot connect to host shop:443 ssl:default [Name or service not known]', 'dns'],
    [
      null,
      "HTTPSConnectionPool(host='dns.shop.example', port=443): Max retries exceeded with url: /redirect (Caused by ConnectTimeoutError('Connection to dns.shop.example timed out. (connect timeout=15)'))",
      'timeout',
    ],
    [null, 'something went wrong with url: /redirect', 'other'],
    [null, 'POST /redirect went wrong', 'other'],
    [null, 'the service at https://redirect.example says no', 'other'],
    [null, 'No route to host (113)', 'connection'],
    [null, 'Host unreachable: 203.0.113.7', 'connection'],
    [null, 'unknown host dns.example', 'dns'],
    [null, 'response.status:500', 'server-error'],
    [null, 'Post "https://shop.example/hook": stopped after 10 redirects', 'redirect'],
    [null, 'Maximum (5) redirects followed', 'redirect'],
    [null, 'ERR_FR_TOO_MANY_REDIRECTS', 'redirect'],
    [null, 'not a loopback target', 'other'],
    [null, 'something else went wrong', 'other'],
    [null, 'order 500 not found', 'other'],
  ])('%j, %j is %s', (statusCode, error, cause) => {
    expect(failureCause({ statusCode, error })).toBe(cause);
    expect(failureCause({ statusCode, error: error?.toUpperCase() ?? null })).toBe(cause);
  });

  it('does not take long over a hostile text', () => {
    const spent = workTime();
    const pieces = [
      'http://',
      'host ',
      'host a.',
      'url:',
      'url',
      'ssl:<',
      'connect to ',
      'a.a',
      'a.',
      '-',
      '1.',
      'a:1',
    ];
    for (const piece of ['lookup ', 'connection ', 'http: ', 'a'.repeat(50), ' on ', ...pieces]) {
      failureCause({ statusCode: null, error: piece.repeat(200_000) });
    }
    expect(spent()).toBeLessThan(1_000);
  });
});

describe('deliveryCause', () => {
  it('is null for what was delivered or was not tried yet', () => {
    expect(deliveryCause(aDelivery({ status: 'delivered', last_error: 'timeout' }))).toBeNull();
    expect(deliveryCause(aDelivery({ status: 'pending', attempts: 0, last_status_code: null }))).toBeNull();
  });

  it('follows the delivery, and its last attempt where the delivery says nothing', () => {
    expect(deliveryCause(aDelivery({ status: 'failed', last_status_code: 404 }))).toBe('client-error');
    expect(deliveryCause(aDelivery({ status: 'pending', attempts: 2, last_status_code: 502 }))).toBe('server-error');
    const history = [
      anAttempt({ created_at: '2026-11-20T12:00:00Z', status_code: null, error: 'read ECONNRESET' }),
      anAttempt({ created_at: '2026-11-20T11:00:00Z', status_code: 500 }),
    ];
    const silent = { last_status_code: null, last_error: null, attempts_history: history };
    expect(deliveryCause(aDelivery({ status: 'failed', ...silent }))).toBe('connection');
    expect(deliveryCause(aDelivery({ status: 'failed', last_status_code: null }))).toBe('other');
  });

  it('of one in flight or of unknown state is that of the attempt before, if that failed', () => {
    const failed = [anAttempt({ success: false, status_code: 500 })];
    const fine = [anAttempt({ success: true, status_code: 200 })];
    expect(deliveryCause(aDelivery({ status: 'delivering', attempts_history: failed }))).toBe('server-error');
    expect(
      deliveryCause(aDelivery({ status: 'delivering', attempts_history: fine, last_status_code: 200 })),
    ).toBeNull();
    expect(deliveryCause(aDelivery({ status: 'delivering', last_status_code: null }))).toBeNull();
    expect(deliveryCause(aDelivery({ status: 'delivering', last_status_code: 200 }))).toBeNull();
    expect(deliveryCause(aDelivery({ status: 'delivering', last_status_code: 500 }))).toBe('server-error');
    expect(deliveryCause(aDelivery({ status: 'paused', last_status_code: 503 }))).toBe('server-error');
  });

  it('the last attempt is the newest one, the later of two at one time', () => {
    const at = (created: string | null, number: number) => anAttempt({ created_at: created, attempt_number: number });
    const list = (...history: ReturnType<typeof at>[]) => lastAttempt({ attempts_history: history })?.attempt_number;
    expect(list()).toBeUndefined();
    expect(list(at('2026-11-20T10:00:00.5Z', 2), at('2026-11-20T10:00:00Z', 1))).toBe(2);
    expect(list(at('2026-11-20T10:00:00Z', 1), at('2026-11-20T10:00:00Z', 2))).toBe(2);
    expect(list(at('2026-11-20T10:00:00Z', 1), at(null, 2), at('never', 3))).toBe(1);
  });
});

describe('how an attempt ended', () => {
  it.each([
    [{ success: true, status_code: 500 }, 'succeeded'],
    [{ success: false, status_code: 200 }, 'failed'],
    [{ success: null, status_code: 204 }, 'succeeded'],
    [{ success: null, status_code: 302 }, 'failed'],
    [{ success: null, status_code: null, error: 'timeout' }, 'failed'],
    [{ success: null, status_code: null, error: null }, 'unknown'],
  ] as const)('%o: %s', (fields, outcome) => {
    const attempt = anAttempt({ error: null, ...fields });
    expect(attemptOutcome(attempt)).toBe(outcome);
    // What is not known to have arrived counts as failed wherever there is no third word.
    expect(hasFailed(attempt)).toBe(outcome !== 'succeeded');
  });
});

describe('hostOf', () => {
  it.each([
    ['https://Shop.Example/hook?x=1#y', 'shop.example'],
    ['https://shop.example', 'shop.example'],
    ['https://shop.example:443/hook', 'shop.example'],
    ['http://shop.example:80', 'shop.example'],
    ['https://shop.example:0443/', 'shop.example'],
    ['https://shop.example:8443/hook', 'shop.example:8443'],
    ['http://shop.example:443/', 'shop.example:443'],
    ['https://shop.example:/hook', 'shop.example'],
    ['https://user:secret@shop.example/hook', 'shop.example'],
    ['http://127.0.0.1:3000/hook', '127.0.0.1:3000'],
    ['http://[::1]:3000/hook', '[::1]:3000'],
    ['  https://shop.example/hook ', 'shop.example'],
    ['https://shop.example?x=@evil.example', 'shop.example'],
    ['https://żółw.example/hook', 'żółw.example'],
    ['HTTPS://SHOP.EXAMPLE', 'shop.example'],
    ['ftp://shop.example', null],
    ['shop.example/hook', null],
    ['https://', null],
    ['https:///hook', null],
    ['https://a b.example', null],
    ['https://shop.example:port/', null],
    ['https://good.example\\@evil.example', null],
    [`https://${'a'.repeat(300)}.example`, null],
    ['', null],
    [null, null],
  ])('%j is %j', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });
});

describe('isElsewhere', () => {
  it.each([
    ['https://shop.example/hook', 'https://shop.example/hook', false],
    ['https://SHOP.example:443', 'https://shop.example/', false],
    ['https://shop.example/hook', 'https://shop.example/Hook', true],
    ['https://shop.example/hook', 'http://shop.example/hook', true],
    ['https://shop.example/hook', 'https://old.example/hook', true],
    ['https://shop.example/hook?v=2', 'https://shop.example/hook', true],
    ['nonsense', 'nonsense ', false],
    [null, 'https://shop.example', false],
    ['https://shop.example', null, false],
  ])('%j beside %j: %j', (target, callback, elsewhere) => {
    expect(isElsewhere(target, callback)).toBe(elsewhere);
  });
});

describe('isAtRisk', () => {
  it.each([
    ['pending', 4, 7, false],
    ['pending', 5, 7, true],
    ['pending', 6, 7, true],
    ['pending', 5, null, true],
    ['pending', 5, 20, false],
    ['pending', 18, 20, true],
    ['pending', 0, 2, false],
    ['failed', 7, 7, false],
    ['delivering', 6, 7, false],
    ['delivered', 6, 7, false],
  ])('%s after %j of %j: %j', (status, attempts, max, expected) => {
    expect(isAtRisk(aDelivery({ status, attempts, max_attempts: max }))).toBe(expected);
  });
});
