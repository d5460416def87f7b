// The list of a release: one line with its Ed25519 signature in base64, then canonical JSON over whose very bytes it was made.
import { type KeyObject, verify } from 'node:crypto';
import { type Fields, fieldOf, isFields, stableJson } from '../../domain/kernel/fields.ts';
import { compareVersions, parseVersion, type Version } from '../../domain/console/update.ts';
import { RefusedError } from './refusal.ts';

/** A manifest is a kilobyte; whoever sends more sends something else. */
export const MAX_MANIFEST_BYTES = 64 * 1024;
/** No package of the console comes near it. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Clocks differ by minutes; a day is a clock that is wrong. */
const DAY_MS = 86_400_000;
/** A list counts no longer: whoever holds the newest one back, or a stolen key, has no more time than that. */
export const MOST_DAYS = 90;
const PRODUCT = 'merchant-console';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export interface ReleaseFile {
  /** Beside the manifest; its address is the manifest's own with this as the last part. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha512: string;
}

export interface Release {
  readonly version: Version;
  /** Until when the manifest counts, ms since the epoch. */
  readonly expiresMs: number;
  /** The package for this system; null where there is none that this console can put in its own place. */
  readonly file: ReleaseFile | null;
}

export interface ManifestRules {
  /** Any of them may have signed it. None: nobody vouches for the manifest. It may be told of, and nothing of it is ever fetched. */
  readonly keys: readonly KeyObject[];
  readonly channel: string;
  readonly current: Version;
  /** The highest version that a verified manifest ever offered here; null for none. */
  readonly highest: Version | null;
  /** Platform and architecture, as `linux-x64`, and the ending of the package that can be put in place; null where none can. */
  readonly target: string;
  readonly ending: string | null;
  readonly nowMs: number;
}

/** The newer release, or null when the newest is the present one. Throws RefusedError for whatever fails a check. */
export function readManifest(bytes: Buffer, rules: ManifestRules): Release | null {
  const fields = fieldsOf(signedPart(bytes, rules.keys));
  if (fields['product'] !== PRODUCT) throw new RefusedError('product');
  if (fields['channel'] !== rules.channel) throw new RefusedError('channel');
  const [releasedMs, expiresMs] = [instant(fields['released']), instant(fields['expires'])];
  if (expiresMs - releasedMs > MOST_DAYS * DAY_MS) throw new RefusedError('too-long');
  if (expiresMs <= rules.nowMs) throw new RefusedError('expired');
  if (releasedMs > rules.nowMs + DAY_MS) throw new RefusedError('clock');
  const version = versionOf(fields['version']);
  const order = compareVersions(version, rules.current);
  if (order < 0) throw new RefusedError('older');
  if (rules.highest !== null && compareVersions(version, rules.highest) < 0) throw new RefusedError('replayed');
  if (order === 0) return null;
  const isDirect = fields['minimumVersion'] === undefined || isAtLeast(rules.current, fields['minimumVersion']);
  return { version, expiresMs, file: isDirect ? fileOf(fields['files'], rules) : null };
}

/** The bytes behind the first line. Where keys are known, one of them signed these. */
function signedPart(bytes: Buffer, keys: readonly KeyObject[]): Buffer {
  const end = bytes.indexOf(0x0a);
  if (end < 0 || bytes.length > MAX_MANIFEST_BYTES) throw new RefusedError('not-a-manifest');
  const line = bytes.toString('latin1', 0, end);
  const body = bytes.subarray(end + 1);
  if (keys.length === 0) return body;
  const signature = Buffer.from(line, 'base64');
  // Base64 forgives much; only the one way of writing these 64 bytes is taken.
  if (signature.length !== 64 || signature.toString('base64') !== line) throw new RefusedError('signature');
  if (!keys.some((key) => verify(null, body, key, signature))) throw new RefusedError('signature');
  return body;
}

/** JSON in its one canonical form, so that no two readers of it see different things. */
function fieldsOf(body: Buffer): Fields {
  const text = body.toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new RefusedError('not-a-manifest');
  }
  if (!isFields(parsed) || `${stableJson(parsed)}\n` !== text) throw new RefusedError('not-a-manifest');
  return parsed;
}

function instant(value: unknown): number {
  const ms = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw new RefusedError('not-a-manifest');
  return ms;
}

function versionOf(value: unknown): Version {
  const version = typeof value === 'string' ? parseVersion(value) : null;
  if (version === null) throw new RefusedError('version');
  return version;
}

function isAtLeast(current: Version, minimum: unknown): boolean {
  return compareVersions(current, versionOf(minimum)) >= 0;
}

/** The entry of this platform and architecture and of no other; what is wrong with it is a refusal, that it is absent is none. */
function fileOf(files: unknown, { target, ending, keys }: ManifestRules): Release['file'] {
  if (!isFields(files)) throw new RefusedError('not-a-manifest');
  if (keys.length === 0 || ending === null || !Object.hasOwn(files, target)) return null;
  const [name, size, sha512] = ['name', 'size', 'sha512'].map((field) => fieldOf(files[target], field));
  if (typeof name !== 'string' || !FILE_NAME.test(name) || !name.endsWith(ending)) throw new RefusedError('file');
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1 || size > MAX_FILE_BYTES)
    throw new RefusedError('file');
  if (typeof sha512 !== 'string' || !/^[0-9a-f]{128}$/.test(sha512)) throw new RefusedError('file');
  return { name, size, sha512 };
}
