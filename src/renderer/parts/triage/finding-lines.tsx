// The findings of one record, each with its standing and the way to it.
import { Group, Stack } from '@mantine/core';
import { screenPath } from '../../../domain/console/screens.ts';
import type { Exception } from '../../../domain/reconcile/exception.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { FailureNotice } from '../../ui/frame/failure-notice.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { EvidenceTable } from './evidence-table.tsx';
import { FINDING_WORDS, findingName, unitWords } from './finding-words.ts';
import { StandingBadges } from './panel.tsx';
import { Link } from '../../ui/text/link.tsx';

/** `withEvidence` shows the texts that each rests on. */
export function FindingLines(props: { readonly rows: readonly Exception[]; readonly withEvidence?: boolean }) {
  const { rows, withEvidence = false } = props;
  return (
    <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <li key={row.id}>
          <Group gap="4px 10px">
            <Link to={exceptionPath(row)} title={FINDING_WORDS[row.kind].meaning}>
              {findingName(row)}
            </Link>
            {row.delta === null ? null : <MoneyText value={row.delta} currency={unitWords(row.unit)} sign />}
            <StandingBadges {...row} />
          </Group>
          {withEvidence ? <EvidenceTable kind={row.kind} evidence={row.evidence} /> : null}
        </li>
      ))}
    </Stack>
  );
}

/** What reconciliation found could not be read: that says nothing of what there is. */
export function FindingsUnread(props: { readonly failure: Failure; readonly onRetry: () => void }) {
  const { failure, onRetry } = props;
  return (
    <>
      <p className="mc-note">What reconciliation found in this record could not be read now.</p>
      <FailureNotice failure={failure} onRetry={onRetry} />
    </>
  );
}

/** The list of exceptions, narrowed to this finding of this record. */
export function exceptionPath({ kind, recordUuid, clearedAt }: Exception): string {
  const state = clearedAt === null ? 'all' : 'gone';
  return `${screenPath('exceptions')}?${new URLSearchParams({ state, kind, text: recordUuid }).toString()}`;
}
