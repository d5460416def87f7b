/**
 * Whether a package is signed: by what the environment holds, never by what lies on a machine by chance. Without an identity it is not
 * signed, and that is said in one line. Not here: the signing itself (electron-builder).
 */
import { statSync } from 'node:fs';
import type { Target } from './target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Which account of Azure Trusted Signing signs, and for whom: the publisher's name stands in the certificate. */
export interface AzureSigning {
  readonly endpoint: string;
  readonly codeSigningAccountName: string;
  readonly certificateProfileName: string;
  readonly publisherName: string;
}

export interface Signing {
  /** Whether an identity was given. */
  readonly isSigned: boolean;
  /** macOS: whether Apple is asked to notarise. */
  readonly isNotarised: boolean;
  /** Windows: Azure's service signs. */
  readonly azure: AzureSigning | null;
  /** What is said before packing. */
  readonly sentence: string;
}

const APPLE_KEYS = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];
const APPLE_ACCOUNT = ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'];
const AZURE_ACCESS = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];

/** What the environment allows on this system. An empty variable, as CI gives for a secret that is not there, is none. */
export function signingOf({ platform }: Target, environment: Environment): Signing {
  const has = (names: readonly string[]) => names.every((name) => (environment[name] ?? '') !== '');
  const none: Signing = { isSigned: false, isNotarised: false, azure: null, sentence: '' };
  if (platform === 'linux')
    return {
      ...none,
      sentence: 'Not signed: packages for Linux carry no signature; their checksums are published instead.',
    };
  if (platform === 'darwin') return appleSigning(has, none);
  const azure = azureOf(environment);
  if (azure !== null && has(AZURE_ACCESS))
    return { ...none, isSigned: true, azure, sentence: 'Signing with Azure Trusted Signing.' };
  if (has(['WIN_CSC_LINK']) || has(['CSC_LINK']))
    return { ...none, isSigned: true, sentence: 'Signing with the certificate of WIN_CSC_LINK or CSC_LINK.' };
  return {
    ...none,
    sentence:
      'Not signed: there is neither WIN_CSC_LINK nor an Azure account; SmartScreen will warn whoever installs it.',
  };
}

/**
 * Why what the environment gives cannot be used, as a sentence that quotes nothing of it; null when it can. Apple's tool takes a path for the key: a key's
 * text in its place would stand in the tool's error, and fail only after everything else is done.
 */
export function signingTrouble({ platform }: Target, environment: Environment): string | null {
  const key = environment['APPLE_API_KEY'] ?? '';
  if (platform !== 'darwin' || key === '') return null;
  return isFile(key)
    ? null
    : 'APPLE_API_KEY has to be the path of the .p8 file with the key, and there is no such file.';
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // A key's text can be too long for a path.
    return false;
  }
}

function appleSigning(has: (names: readonly string[]) => boolean, none: Signing): Signing {
  if (!has(['CSC_LINK']) && !has(['CSC_NAME']))
    return {
      ...none,
      sentence:
        'Not signed and not notarised: there is neither CSC_LINK nor CSC_NAME; Gatekeeper will ask whoever opens it.',
    };
  const isNotarised = has(APPLE_KEYS) || has(APPLE_ACCOUNT);
  return {
    ...none,
    isSigned: true,
    isNotarised,
    sentence: isNotarised
      ? 'Signing with the Developer ID, and asking Apple to notarise.'
      : 'Signing with the Developer ID; not notarised: there is no APPLE_API_KEY with its id and issuer, so Gatekeeper will still ask.',
  };
}

function azureOf(environment: Environment): AzureSigning | null {
  const endpoint = environment['AZURE_SIGNING_ENDPOINT'] ?? '';
  const codeSigningAccountName = environment['AZURE_SIGNING_ACCOUNT'] ?? '';
  const certificateProfileName = environment['AZURE_SIGNING_PROFILE'] ?? '';
  const publisherName = environment['AZURE_SIGNING_PUBLISHER'] ?? '';
  const all = { endpoint, codeSigningAccountName, certificateProfileName, publisherName };
  return Object.values(all).includes('') ? null : all;
}
