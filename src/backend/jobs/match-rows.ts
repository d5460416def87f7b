// What a match hands over, as it comes from another thread: standings and findings apart.
import { AMOUNT_FIELDS, MATCH_OUTCOMES, MATCH_PASSES } from '../../domain/entry.ts';
import { isFields } from '../../domain/fields.ts';
import type { Standing } from '../books/entry-standings.ts';

/** Throws when a row is neither, which would be a mistake of ours. Findings are read strictly where they are kept. */
export function matchRowsOf(rows: readonly unknown[]): {
  readonly standings: readonly Standing[];
  readonly findings: readonly unknown[];
} {
  const standings: Standing[] = [];
  const findings: unknown[] = [];
  for (const row of rows) {
    if (isFields(row) && row['is'] === 'finding') findings.push(row['finding']);
    else if (isStanding(row)) standings.push(row);
    else throw new Error('a match has handed over what is neither a standing nor a finding');
  }
  return { standings, findings };
}

function isStanding(row: unknown): row is Standing {
  if (!isFields(row)) return false;
  const { is, importSeq, line, entryId, outcome, pass, recordUuid, against, delta } = row;
  return (
    is === 'standing' &&
    Number.isSafeInteger(importSeq) &&
    Number.isSafeInteger(line) &&
    typeof entryId === 'string' &&
    MATCH_OUTCOMES.some((known) => known === outcome) &&
    isOneOrNull(pass, MATCH_PASSES) &&
    isOneOrNull(against, AMOUNT_FIELDS) &&
    isTextOrNull(recordUuid) &&
    isTextOrNull(delta)
  );
}

function isOneOrNull(word: unknown, words: readonly string[]): boolean {
  return word === null || words.some((known) => known === word);
}

function isTextOrNull(text: unknown): boolean {
  return text === null || typeof text === 'string';
}
