// Every close of a month: the one that holds, and those that it has superseded, with the reason. Nothing where there is one alone.
import type { ReactNode } from 'react';
import type { Period } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  CopyText,
  countWords,
  InstantText,
  MoneyText,
  Panel,
  plainText,
  shortHash,
  Table,
  Under,
} from '../../../ui/index.ts';
import { tokenWords } from '../../../parts/index.ts';

export function VersionsPanel({ period }: { readonly period: Period }): ReactNode {
  const { data } = useCall('periods.versions', { period }, { refreshOn: ['periods'], of: JSON.stringify(period) });
  const versions = data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <Panel
      flush
      title="Closes of this month"
      note={`${countWords(versions.length, 'close', 'closes')}; the first holds`}
    >
      <Table
        label="Closes of this month"
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
    </Panel>
  );
}
