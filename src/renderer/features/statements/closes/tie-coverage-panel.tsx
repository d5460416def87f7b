// How the paid invoices of a closed month were tied, and what was found then. Locked with it.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { TIE_COVERAGES, type TieOutReport } from '../../../../domain/tie-out.ts';
import {
  countWords,
  COVERAGE_WORDS,
  coverageReasons,
  FINDING_WORDS,
  Note,
  Panel,
  Table,
  Under,
} from '../../../ui/index.ts';

/** Coverage and findings as they were. */
export function TieCoveragePanel({ tieOut }: { readonly tieOut: TieOutReport }): ReactNode {
  const { invoices, withdrawals, findings } = tieOut;
  return (
    <Panel
      title="Tie-out"
      note={`${countWords(invoices.count, 'paid invoice', 'paid invoices')} of the month, as they were tied then`}
    >
      <Stack gap="xs">
        <Table
          label="Coverage"
          rows={[...TIE_COVERAGES]}
          keyOf={(coverage) => coverage}
          columns={({ cell, count }) => [
            cell('On how many sides', (coverage) => (
              <>
                {COVERAGE_WORDS[coverage].name}
                {coverageReasons(tieOut, coverage).map(({ words, count: number }) => (
                  <Under key={words}>
                    {words} {number.toLocaleString('en-GB')}
                  </Under>
                ))}
              </>
            )),
            count('Invoices', (coverage) => invoices[coverage]),
          ]}
        />
        <Note>
          Withdrawals, amount − network fee = sent: {withdrawals.tied.toLocaleString('en-GB')} of{' '}
          {withdrawals.count.toLocaleString('en-GB')} agree.
        </Note>
        {findings.length === 0 ? (
          <Note>Nothing was found that contradicts itself.</Note>
        ) : (
          <Table
            label="Differences by kind"
            rows={findings}
            keyOf={({ kind, unit }) => `${kind} ${unit ?? ''}`}
            columns={({ cell, count, money }) => [
              cell('Difference', ({ kind }) => FINDING_WORDS[kind].name),
              count('Count', ({ count: number }) => number),
              money('Amount', ({ delta }) => delta, {
                sign: true,
                unit: ({ unit }) => unit ?? undefined,
                currency: ({ unit }) => unit ?? undefined,
              }),
            ]}
          />
        )}
      </Stack>
    </Panel>
  );
}
