// What a build knows about newer versions of itself: whom it asks, and whose word it takes.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { fieldOf } from '../../domain/kernel/fields.ts';

export interface UpdateBuild {
  /** The release manifest; https. */
  readonly address: string;
  /**
   * The public Ed25519 keys of releases: the one in use and the one that follows it, so that a key can be replaced. Either's word is taken. Without
   * any the console only tells that there is a newer version.
   */
  readonly keys: readonly KeyObject[];
  /** Where a person gets the console; https. */
  readonly page: string | undefined;
  /** The line of releases that this build belongs to. */
  readonly channel: string;
  /** Who signs the Windows installer: the subject of the certificate, whole. Without it no installer is run. */
  readonly publisher: string;
}

/** The variables of the environment of a build. */
const VARIABLES = {
  address: 'MC_UPDATE_ADDRESS',
  key: 'MC_UPDATE_KEY',
  nextKey: 'MC_UPDATE_NEXT_KEY',
  page: 'MC_UPDATE_PAGE',
  channel: 'MC_UPDATE_CHANNEL',
  publisher: 'MC_UPDATE_PUBLISHER',
} as const;

/** The text that the build carries. Throws a sentence when the environment holds what could never work: a release must not find that out later. */
export function updateBuildText(environment: Readonly<Record<string, string | undefined>>): string {
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(VARIABLES).map(([name, variable]) => [name, environment[variable] ?? ''])),
  );
  if (Object.values(VARIABLES).some((name) => (environment[name] ?? '') !== '') && readUpdateBuild(text) === null)
    throw new Error(
      `${VARIABLES.address} and ${VARIABLES.page} are https addresses, ${VARIABLES.key} is the base64 of a public Ed25519 key (SPKI, DER), and ${VARIABLES.nextKey} that of another one, which follows it.`,
    );
  return text;
}

/** The build's own word; null when there is none, or none that makes sense: then the search is off. */
export function readUpdateBuild(text: string): UpdateBuild | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const field = (name: keyof typeof VARIABLES): string => {
    const value = fieldOf(parsed, name);
    return typeof value === 'string' ? value : '';
  };
  const [address, page] = [httpsAddress(field('address')), httpsAddress(field('page'))];
  const keys = keysOf(field('key'), field('nextKey'));
  if (address === null || (page === null && field('page') !== '') || keys === null) return null;
  return {
    address,
    keys,
    page: page ?? undefined,
    channel: field('channel') || 'stable',
    publisher: field('publisher'),
  };
}

function httpsAddress(text: string): string | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '' ? url.href : null;
}

/** Null when they make no sense: one that is no key, a next one without a first, the same one twice. */
function keysOf(key: string, nextKey: string): readonly KeyObject[] | null {
  if (key === nextKey) return key === '' ? [] : null;
  const keys = [key, ...(nextKey === '' ? [] : [nextKey])].map(publicKey).filter((one) => one !== null);
  return keys.length === (nextKey === '' ? 1 : 2) ? keys : null;
}

function publicKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
