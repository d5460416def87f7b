/**
 * Fetches a picture from a foreign server on the word of a record: the request says nothing of us (no key, no cookie, no referrer, a socket of its
 * own), follows no redirect, reads little and not for long, and never reaches this machine or its network, whatever the name resolves to: the
 * address that is checked is the one that is connected to. Where the system names a proxy, that one resolves the name and connects: then only
 * the rule for names holds, and what the proxy may reach is its owner's to say. Not here: which addresses may be asked for, keeping pictures (engine/logos.ts).
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicName } from '../../domain/public-address.ts';
import { MOST_PICTURE_BYTES, pictureIn } from '../../domain/picture.ts';
import type { Clock } from '../ports.ts';
import type { Network } from './network.ts';
import { Tunnel } from './tunnel.ts';

const HEADER_BYTES = 16 * 1024;
/** From the look-up of the name to the last byte. */
const TOTAL_MS = 10_000;

/** A name server that says nothing is asked twice, for so long each time. */
const RESOLVE = { timeout: 2_000, tries: 2 } as const;

/** All addresses of a name. */
export type ResolveName = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/**
 * Asks name servers, the system's where none are named. Not by the look-up of the system, which holds one of the few threads that files and
 * the API's own name need as well, for as long as a foreign name server likes, also after nobody wants to know any more.
 */
export function resolveBy(servers: readonly string[] | null): ResolveName {
  return (name, answered) => {
    // A new one each time: the servers are others in another network.
    const resolver = new Resolver(RESOLVE);
    if (servers !== null) resolver.setServers(servers);
    const families = [resolver.resolve4(name).then(addressesOf(4)), resolver.resolve6(name).then(addressesOf(6))];
    void Promise.allSettled(families).then((answers) => {
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      answered(addresses.length === 0 ? new Error('no address') : null, addresses);
    });
  };
}

const addressesOf =
  (family: 4 | 6) =>
  (found: readonly string[]): readonly LookupAddress[] =>
    found.map((address) => ({ address, family }));

export interface LogoRequest {
  readonly url: URL;
  /** The API of the business where that is on this machine (http), as an origin: the only place of it that may be reached. */
  readonly loopbackOrigin: string | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The system's proxies and authorities. */
  readonly network: Network;
  /** Resolves names; the system's name servers where absent. */
  readonly resolve?: ResolveName | undefined;
}

/** True for an address that may be asked at all: https at a public name, or the API's own origin on this machine. */
export function isLogoAddress(url: URL, loopbackOrigin: string | null): boolean {
  if (url.username !== '' || url.password !== '' || url.href.length > 2_048) return false;
  if (loopbackOrigin !== null && url.origin === loopbackOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && isPublicName(url.hostname);
}

/** The picture's bytes, whole and checked (domain/picture); null for whatever else there is. Never throws. */
export async function fetchLogo(asked: LogoRequest): Promise<Uint8Array | null> {
  if (!isLogoAddress(asked.url, asked.loopbackOrigin)) return null;
  const over = new AbortController();
  const signal = AbortSignal.any([asked.signal, over.signal]);
  asked.clock.sleep(TOTAL_MS, signal).then(
    () => over.abort(new Error('too slow')),
    () => undefined,
  );
  try {
    const bytes = await readBody(await answerTo(asked, signal));
    return pictureIn(bytes) === null ? null : bytes;
  } catch {
    return null;
  } finally {
    over.abort(new Error('done'));
  }
}

async function answerTo(asked: LogoRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { url } = asked;
  const socket = url.protocol === 'https:' ? await tunnelTo(asked).connect(signal) : null;
  return new Promise((answer, fail) => {
    const options: RequestOptions = {
      method: 'GET',
      signal,
      maxHeaderSize: HEADER_BYTES,
      headers: { accept: 'image/png, image/jpeg, image/webp, image/gif', 'accept-encoding': 'identity' },
    };
    const request =
      socket === null
        ? requestHttp(url, { ...options, agent: false, lookup: loopbackLookup })
        : requestHttps(url, { ...options, createConnection: () => socket });
    request.once('response', answer);
    request.on('error', fail);
    request.end();
  });
}

function tunnelTo({ url, clock, network, resolve }: LogoRequest): Tunnel {
  const lookup = publicLookup(resolve ?? resolveBy(null));
  return new Tunnel({ origin: url.origin, network, clock, connectMs: TOTAL_MS, lookup });
}

async function readBody(answer: IncomingMessage): Promise<Uint8Array> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  // Asked for none; unpacking what was not asked for is how bombs get in.
  const isPlain = answer.statusCode === 200 && encoding.toLowerCase() === 'identity';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (!isPlain || Number(answer.headers['content-length'] ?? 0) > MOST_PICTURE_BYTES) throw new Error('no picture');
    for await (const chunk of answer) {
      if (!Buffer.isBuffer(chunk)) throw new Error('no bytes');
      size += chunk.length;
      if (size > MOST_PICTURE_BYTES) throw new Error('too large');
      chunks.push(chunk);
    }
    if (!answer.complete) throw new Error('cut off');
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

/** IPv4 that is not of the public internet (IANA special-purpose addresses), and what in global IPv6 leads into it. */
const PRIVATE = blockList([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);
const GLOBAL_IPV6 = blockList([['2000::', 3]]);

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, familyOf(net));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** True for an address of the public internet; an IPv4 address within an IPv6 one is none. */
export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, 'ipv4');
  return family === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
}

/** A name one of whose addresses is not public is not connected to at all: no second look-up can say otherwise. */
function publicLookup(resolve: ResolveName): LookupFunction {
  return checkedLookup(resolve, isPublicIp);
}

/** This machine's own name is asked of nobody. */
const OF_THIS_MACHINE: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const loopbackLookup = checkedLookup(
  (_, done) => done(null, OF_THIS_MACHINE),
  () => true,
);

function checkedLookup(resolve: ResolveName, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (error !== null) callback(error, '');
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new Error('this address is not connected to'), '');
      } else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}
