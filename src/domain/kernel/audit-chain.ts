// The audit log as a chain: what is hashed of an entry, where a chain stands, and where it breaks. Hashing itself is the machine's. Pure.
import { z } from 'zod';
import { instant, natural, textOrNull, type ToldOf } from './shape.ts';

/** Where the chain of one business (or of the console itself) stands: how many entries are in it, and the hash of the last; null before the first. */
export const AUDIT_HEAD = z.object({
  entries: natural,
  /** Lower-case hex. */
  sha256: textOrNull,
});
export type AuditHead = ToldOf<typeof AUDIT_HEAD>;

/** Of an entry what its hash is made of, besides the hash of the entry before it. */
export interface ChainedFacts {
  /** 1 for the first entry of the chain. */
  readonly place: number;
  /** Of the log, over all businesses. */
  readonly id: number;
  readonly at: string;
  readonly osUser: string;
  readonly profileId: string | null;
  readonly action: string;
  readonly summary: string;
  readonly outcome: string;
  readonly evidence: string | null;
}

/**
 * The text whose SHA-256 (of its UTF-8) is the hash of the entry: a JSON list, so that no two entries have one text. `previous`: the hash of the
 * entry before it, null for the first of the chain.
 */
export function chainedText(previous: string | null, entry: ChainedFacts): string {
  const { place, id, at, osUser, profileId, action, summary, outcome, evidence } = entry;
  return JSON.stringify([previous, place, id, at, osUser, profileId, action, summary, outcome, evidence]);
}

export const AUDIT_FAULTS = [
  /** An entry is another one than was written, or its hash is. */
  'changed',
  /** Entries are gone at this place. */
  'missing',
  /** There is an entry that was never written: at a place that is taken, or without one. */
  'inserted',
  /** The chain is whole in itself, and is not the one that a close has anchored, or that was counted. */
  'rewritten',
] as const;

export const AUDIT_FAULT = z.object({
  fault: z.enum(AUDIT_FAULTS),
  /** The places where it lies, both inside; one place where it is known exactly. */
  from: natural,
  to: natural,
  /** The entry that shows it; null where none does. */
  entryId: natural.nullable(),
});
export type AuditFault = ToldOf<typeof AUDIT_FAULT>;

/** What going through a chain has shown. */
export const AUDIT_PROOF = z.object({
  head: AUDIT_HEAD,
  /** Entries that are older than the chain: no hash says anything of them. */
  older: natural,
  /** How many closes have anchored the chain. */
  anchors: natural,
  /** In the order of their places; at most 100. */
  faults: z.array(AUDIT_FAULT),
  /** On this computer's clock. */
  checkedAt: instant,
});
export type AuditProof = ToldOf<typeof AUDIT_PROOF>;
