/** Writes a file where a person said, whole or not at all: under another name until it is complete. Not here: asking where (dialogs.ts). */
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';

/** A copy of a file. Rejects when it cannot be made, and then leaves nothing. */
export function copyWhole(from: string, to: string): Promise<void> {
  return whole(to, (partial) => copyFile(from, partial));
}

/** These bytes as a file. Rejects when it cannot be written, and then leaves nothing. */
export function writeWhole(bytes: Uint8Array, to: string): Promise<void> {
  return whole(to, (partial) => writeFile(partial, bytes));
}

async function whole(to: string, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${to}.partial`;
  try {
    await make(partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
