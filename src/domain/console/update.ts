// Newer versions of the console itself: what a version is, and the states a search for a newer one can be in. Pure.

/**
 * `off`: this build asks nobody. `current`: there is no newer one. `newer`: there is one, to be fetched by hand. `loading`: it is being downloaded.
 * `ready`: downloaded and verified; it is installed at the person's word. `waiting`: the same, and a job is running. `refused`: what was
 * offered failed a check and was thrown away. `failed`: the question was not answered.
 */
export const UPDATE_STATES = ['off', 'current', 'newer', 'loading', 'ready', 'waiting', 'refused', 'failed'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

export interface UpdateStatus {
  readonly state: UpdateState;
  /** The newer version, once one is known. */
  readonly version?: string | undefined;
  /** Why it is not installed, in words for people. */
  readonly reason?: string | undefined;
  /** Where a person can get it: an https address of the build, never one of an answer. */
  readonly page?: string | undefined;
  readonly checkedAt: string | null;
}

/** A version that was read; only `parseVersion` makes one. */
export interface Version {
  readonly text: string;
  /** Major, minor, patch: decimal digits without leading zeros. */
  readonly core: readonly string[];
  /** The identifiers of a pre-release; none of a release. */
  readonly pre: readonly string[];
}

const MAX_VERSION_LENGTH = 64;
const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const IDENTIFIER = String.raw`(?:${NUMBER}|\d*[A-Za-z-][0-9A-Za-z-]*)`;
const VERSION = new RegExp(`^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?$`);

/**
 * A version by the letter of Semantic Versioning 2.0.0; null for everything else. Build metadata is none of ours: two versions that differ
 * only in it would be different texts of equal rank.
 */
export function parseVersion(text: string): Version | null {
  const found = text.length > MAX_VERSION_LENGTH ? null : VERSION.exec(text);
  if (found === null) return null;
  const [, major = '', minor = '', patch = '', pre] = found;
  return { text, core: [major, minor, patch], pre: pre === undefined ? [] : pre.split('.') };
}

/** Below zero when `a` is the older one (Semantic Versioning 2.0.0, section 11), 0 for the same version. */
export function compareVersions(a: Version, b: Version): number {
  return compareLists(a.core, b.core) || comparePre(a.pre, b.pre);
}

/** A pre-release comes before its release. */
function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  return compareLists(a, b);
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return a.length === b.length ? 0 : -1;
}

/** Numbers by size, however long; words by their characters; numbers before words. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return Math.sign(a.length - b.length);
  return a === b ? 0 : a < b ? -1 : 1;
}
