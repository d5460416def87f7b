// Exceptions of a month that nobody has settled: how many of each kind, and the way to them. They do not stop a close, and it never hides them.
import { Anchor, Group } from '@mantine/core';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Period } from '../../../../domain/period/period.ts';
import {
  CopyText,
  countWords,
  grouped,
  hashHref,
  InstantText,
  MoneyText,
  TablePanel,
  plainText,
  shortHash,
  Under,
} from '../../../ui/index.ts';
import { exceptionsPath, FINDING_WORDS, tokenWords } from '../../../parts/index.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { useCall } from '../../../bridge/index.ts';

export type OpenExceptions = CallOutput<'periods.readiness'>['openExceptions'];

/** "93 exceptions are open". */
export function openExceptionsWords({ count }: Pick<OpenExceptions, 'count'>): string {
  return `${countWords(count, 'exception is', 'exceptions are')} open`;
}

/** Each kind with its count, as a link to the list that shows them. */
export function KindLinks({ period, open }: { readonly period: Period; readonly open: OpenExceptions }) {
  return (
    <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Open exceptions by kind">
      {open.kinds.map(({ kind, count }) => (
        <li key={kind}>
          <Anchor
            inherit
            display="inline-block"
            py={4}
            href={hashHref(exceptionsPath({ state: 'open', kind, period }))}
            title={FINDING_WORDS[kind].meaning}
          >
            {FINDING_WORDS[kind].name}: {grouped(count)}
          </Anchor>
        </li>
      ))}
    </Group>
  );
}

export function VersionsPanel({ period }: { readonly period: Period }) {
  const { data } = useCall('periods.versions', { period }, { refreshOn: ['periods'], of: JSON.stringify(period) });
  const versions = data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <TablePanel
      title="Closes of this month"
      note={`${countWords(versions.length, 'close', 'closes')}; the first holds`}
      rows={versions.map((version, at) => ({ ...version, holds: at === 0 }))}
      keyOf={({ id }) => id}
      columns={({ cell }) => [
        cell('Close', ({ holds, closedAt, closedBy, correctionReason }) => (
          <>
            {holds ? 'Holds' : 'Superseded'}: <InstantText value={closedAt} withZone />,{' '}
            {plainText(closedBy.slice(0, 60))}
            {correctionReason === null ? null : <Under>Because: {plainText(correctionReason)}</Under>}
          </>
        )),
        cell('SHA-256', ({ sha256, holds }) => (
          <CopyText
            value={sha256}
            shown={shortHash(sha256)}
            label={holds ? 'SHA-256 of the close that holds' : 'SHA-256 of a superseded close'}
          />
        )),
        cell(
          `Net change (${tokenWords(CREDIT_TOKEN)})`,
          ({ figures }) => (
            <MoneyText
              value={figures.find(({ token }) => token === CREDIT_TOKEN)?.movement ?? null}
              unit={CREDIT_TOKEN}
              sign
              onPaper
            />
          ),
          { isFigure: true },
        ),
      ]}
    />
  );
}
