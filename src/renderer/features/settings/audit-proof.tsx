// Whether the audit log is what was written, in one line: checked on a press, with the place of the first thing that is not.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditFault, AuditProof } from '../../../domain/kernel/audit-chain.ts';
import { useCall } from '../../bridge/index.ts';
import { CopyText, countWords, failureWords, grouped, InstantText, shortHash } from '../../ui/index.ts';

/** Of this window's business, or of the console itself. */
export function AuditProofLine(): ReactNode {
  const { data, failure, refresh, isPrevious } = useCall('activity.verify', {});
  return (
    <Group px="md" py={6} aria-live="polite" wrap="nowrap">
      <Text component="div" flex={1}>
        {data === undefined ? (
          failure === undefined ? (
            'Checking the chain of entries…'
          ) : (
            failureWords(failure).sentence
          )
        ) : (
          <Words proof={data} />
        )}
      </Text>
      <Button className="mc-no-print" size="xs" loading={isPrevious} onClick={refresh}>
        Check again
      </Button>
    </Group>
  );
}

function Words({ proof: { head, older, faults, checkedAt } }: { readonly proof: AuditProof }): ReactNode {
  const [first] = faults;
  return (
    <>
      <Text span fw={600} c={first === undefined ? 'inherit' : 'var(--mc-bad-text)'}>
        {first === undefined
          ? `Nothing was changed in ${countWords(head.entries, 'entry', 'entries')}`
          : `NOT as it was written: ${faultWords(first)}${faults.length === 1 ? '' : `, and ${faults.length - 1} more`}`}
      </Text>
      . Checked <InstantText value={checkedAt} short />.{' '}
      {head.sha256 === null ? null : (
        <>
          Hash of the last{' '}
          <CopyText value={head.sha256} shown={shortHash(head.sha256)} label="Hash of the last entry" />
          <span className="mc-print-only mc-mono"> {head.sha256}</span>{' '}
        </>
      )}
      {older === 0
        ? null
        : `${countWords(older, 'entry is', 'entries are')} older than the chain, which says nothing of them.`}
    </>
  );
}

const FAULTS: Readonly<Record<AuditFault['fault'], readonly [one: string, more: string]>> = {
  changed: ['is another one than was written', 'are others than were written'],
  missing: ['is gone', 'are gone'],
  inserted: ['was never written', 'were never written'],
  rewritten: ['was written anew since a close', 'were written anew, in whole or in part, since a close'],
};

/** "entry 12 is gone", "entries 12 to 30 are gone". Pure. */
export function faultWords({ fault, from, to }: AuditFault): string {
  const [one, more] = FAULTS[fault];
  return from === to ? `entry ${grouped(from)} ${one}` : `entries ${grouped(from)} to ${grouped(to)} ${more}`;
}
