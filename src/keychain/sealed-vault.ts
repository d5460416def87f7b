// The Vault of a host without a key store: each secret in a file of its own, sealed with AES-256-GCM under a master key that lies outside of the folder.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Vault, VaultError, type VaultState } from '../backend/ports.ts';
import { makeFolderNow, writeWhole } from '../backend/whole-file.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** What a sealed file begins with; the next way of sealing has another number. */
const MARK = Buffer.from('MCSEAL1\n');
const NAME = /^[0-9a-f]{64}\.sealed$/;

export interface SealedVaultOptions {
  /** For its files alone; made when it is needed. */
  readonly folder: string;
  /** The file with the master key, 32 bytes as base64; null where nobody named one. */
  readonly masterKey: string | null;
}

/**
 * The vault. The master key is read at every operation and kept nowhere: a host that gets it later needs no other start. What was changed,
 * cut off, put in another's place or sealed under another key opens as nothing, and nothing is added beside it.
 */
export function createSealedVault({ folder, masterKey }: SealedVaultOptions): Vault {
  let last: Promise<unknown> = Promise.resolve();
  function turn<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = last.then(work).catch((error: unknown) => {
      throw error instanceof VaultError ? error : new VaultError('failed');
    });
    last = mine.catch(() => undefined);
    return mine;
  }
  const fileOf = (name: string): string => join(folder, name);
  const openAll = async (key: Buffer, but = ''): Promise<void> => {
    for (const name of await sealedIn(folder)) if (name !== but) opened(await readFile(fileOf(name)), name, key);
  };
  const find = async (account: string): Promise<string | null> => {
    const key = await keyIn(masterKey);
    const name = nameOf(account);
    const sealed = await readFile(fileOf(name)).catch(absent);
    return sealed === null ? null : opened(sealed, name, key);
  };

  return {
    isRequired: true,
    async probe(): Promise<VaultState> {
      try {
        await turn(async () => openAll(await keyIn(masterKey)));
        return { kind: 'working', store: 'Sealed files beside the books' };
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof VaultError ? error.problem : 'failed' };
      }
    },
    get: (account) => turn(() => find(account)),
    set: (account, secret) =>
      turn(async () => {
        const key = await keyIn(masterKey);
        const name = nameOf(account);
        await openAll(key, name);
        makeFolderNow(folder);
        await writeWhole(fileOf(name), seal(secret, name, key), { folder: 'ours', mode: 0o600, isDurable: true });
        if ((await find(account)) !== secret) throw new VaultError('failed');
      }),
    // What nobody can open any more can still be thrown away.
    delete: (account) => turn(() => rm(fileOf(nameOf(account)), { force: true })),
  };
}

/** Tells nothing of the account, which may be any text. */
function nameOf(account: string): string {
  return `${createHash('sha256').update(account).digest('hex')}.sealed`;
}

async function sealedIn(folder: string): Promise<readonly string[]> {
  return ((await readdir(folder).catch(absent)) ?? []).filter((name) => NAME.test(name));
}

async function keyIn(file: string | null): Promise<Buffer> {
  const text = file === null ? null : await readFile(file, 'utf8').catch(() => null);
  const key = Buffer.from(text?.trim() ?? '', 'base64');
  if (key.length !== KEY_BYTES) throw new VaultError('no-master-key');
  return key;
}

/** The name of the file, and so the account, is bound to what is in it. */
function seal(secret: string, name: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([MARK, nonce, cipher.getAuthTag(), sealed]);
}

function opened(file: Buffer, name: string, key: Buffer): string {
  const nonceAt = MARK.length;
  const tagAt = nonceAt + NONCE_BYTES;
  const textAt = tagAt + TAG_BYTES;
  try {
    if (!file.subarray(0, nonceAt).equals(MARK)) throw new VaultError('not-opened');
    const cipher = createDecipheriv(CIPHER, key, file.subarray(nonceAt, tagAt), { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(name)).setAuthTag(file.subarray(tagAt, textAt));
    return Buffer.concat([cipher.update(file.subarray(textAt)), cipher.final()]).toString('utf8');
  } catch {
    throw new VaultError('not-opened');
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
