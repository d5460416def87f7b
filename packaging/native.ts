/**
 * Whether a native module is what a target can load: the first bytes of its file say for which system and processor it is. Not here: where
 * the files lie (contents.ts).
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Target } from './target.ts';

const HEADER_BYTES = 4096;
const ELF = { magic: 0x7f454c46, machineAt: 18, machines: { 0x3e: 'x64', 0xb7: 'arm64' } } as const;
const MACH_O = { magic: 0xcffaedfe, cpuAt: 4, cpus: { 0x01000007: 'x64', 0x0100000c: 'arm64' } } as const;
const PE = { mz: 0x4d5a, offsetAt: 0x3c, magic: 0x50450000, machines: { 0x8664: 'x64', 0xaa64: 'arm64' } } as const;

function named(machines: Readonly<Record<number, Target['arch']>>, machine: number): Target['arch'] | 'another' {
  return machines[machine] ?? 'another';
}

/** What the bytes are for; `null` when they are no program of any of the three systems. */
export function binaryOf(bytes: Buffer): { readonly platform: Target['platform']; readonly arch: string } | null {
  if (bytes.length < 64) return null;
  const magic = bytes.readUInt32BE(0);
  // Only 64-bit little-endian files are meant: byte 4 and 5 of an ELF file.
  if (magic === ELF.magic)
    return bytes[4] === 2 && bytes[5] === 1
      ? { platform: 'linux', arch: named(ELF.machines, bytes.readUInt16LE(ELF.machineAt)) }
      : { platform: 'linux', arch: 'another' };
  if (magic === MACH_O.magic) return { platform: 'darwin', arch: named(MACH_O.cpus, bytes.readUInt32LE(MACH_O.cpuAt)) };
  if (bytes.readUInt16BE(0) !== PE.mz) return null;
  const offset = bytes.readUInt32LE(PE.offsetAt);
  if (offset + 6 > bytes.length || bytes.readUInt32BE(offset) !== PE.magic) return null;
  return { platform: 'win32', arch: named(PE.machines, bytes.readUInt16LE(offset + 4)) };
}

function head(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** Why the file can not be loaded on the target, as a sentence; `null` when it can. */
export function nativeTrouble(path: string, shown: string, target: Target): string | null {
  const wanted = `${target.platform}-${target.arch}`;
  const bytes = head(path);
  if (bytes === null)
    return `The native module ${shown} is missing, so the package would not work on ${wanted}. Install it (npm ci; keytar needs a compiler and on Linux libsecret-1-dev) and package again.`;
  const found = binaryOf(bytes);
  if (found === null) return `The native module ${shown} is no program for ${wanted}, nor for any other system.`;
  return found.platform === target.platform && found.arch === target.arch
    ? null
    : `The native module ${shown} is for ${found.platform}-${found.arch}, not for ${wanted}. Build each package on its own system.`;
}
