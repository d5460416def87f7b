/**
 * The facts of the exception in hand: what the finding means, what to do next, and the texts it rests on. Not here: the actions
 * (ui/triage).
 */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Exception } from '../../../../domain/exception.ts';
import {
  EvidenceTable,
  entryPath,
  FINDING_WORDS,
  hashHref,
  lookupOfIdPath,
  MoneyText,
  plainText,
  SeenText,
  StandingBadges,
  unitWords,
} from '../../../ui/index.ts';

/** The same for every kind; the words are the kind's own. */
export function ExceptionFacts({ exception }: { readonly exception: Exception }): ReactNode {
  const { kind, delta, unit, note, firstSeenAt, evidence } = exception;
  const words = FINDING_WORDS[kind];
  return (
    <>
      <div>
        <Text fw={600} mb={4}>
          {words.name}
          {delta === null ? null : (
            <>
              {' '}
              <MoneyText value={delta} currency={unitWords(unit)} sign />
            </>
          )}
        </Text>
        <StandingBadges {...exception} />
      </div>
      <Text fz={13} c="var(--mc-text-soft)">
        {words.meaning} <strong>{words.next}</strong>
      </Text>
      <EvidenceTable kind={kind} evidence={evidence} />
      <WayOn exception={exception} />
      <p className="mc-note">
        <SeenText since={firstSeenAt} />
        {note === null || note === '' ? null : <>. Latest note: “{plainText(note)}”</>}
      </p>
    </>
  );
}

/** From an entry of the merchant's books to both its sides, and to the record it was held against. */
function WayOn({ exception: { list, recordUuid, evidence } }: { readonly exception: Exception }): ReactNode {
  if (list !== 'entries') return null;
  const record = evidence['record.uuid'] ?? null;
  return (
    <Group gap="md">
      <a className="mc-link" href={hashHref(entryPath(recordUuid))}>
        Both sides of the entry
      </a>
      {record === null || record === '' ? null : (
        <a className="mc-link" href={hashHref(lookupOfIdPath(record))}>
          Its record
        </a>
      )}
    </Group>
  );
}
