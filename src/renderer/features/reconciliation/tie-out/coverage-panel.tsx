/**
 * On how many sides the paid invoices could be compared: one bar, and below it each part with its share and its reasons. A part shows its rows below. Whether the
 * sides agree is in the differences.
 */
import { Box, Group, Progress, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { TIE_COVERAGES, type TieCoverage, type TieOutReport } from '../../../../domain/tie-out.ts';
import { COVERAGE_WORDS, coverageReasons, Panel, Under } from '../../../ui/index.ts';

const COLOURS: Readonly<Record<TieCoverage, string>> = { three: 'ink.5', two: 'ink.2', none: 'gray.5' };

/** Also where the system's colours are forced: a length without its ground says nothing. */
const KEEPS_ITS_GROUND = { forcedColorAdjust: 'none' } as const;

/** `chosen` is the part whose rows are shown; null shows all. */
export function CoveragePanel(props: {
  readonly report: TieOutReport;
  readonly chosen: TieCoverage | null;
  readonly onChoose: (coverage: TieCoverage | null) => void;
}): ReactNode {
  const { report, chosen, onChoose } = props;
  const { invoices } = report;
  return (
    <Panel title={`${invoices.count.toLocaleString('en-GB')} paid invoices`} note="By how many sources say the same">
      <Progress.Root size={12} radius="sm" aria-hidden="true">
        {TIE_COVERAGES.map((coverage) => (
          <Progress.Section
            key={coverage}
            value={invoices.count === 0 ? 0 : (invoices[coverage] * 100) / invoices.count}
            color={COLOURS[coverage]}
            style={KEEPS_ITS_GROUND}
          />
        ))}
      </Progress.Root>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, xs: 3 }}
        m={0}
        mt="sm"
        p={0}
        style={{ listStyle: 'none' }}
        aria-label="Coverage"
      >
        {TIE_COVERAGES.map((coverage) => (
          <li key={coverage}>
            <UnstyledButton
              aria-pressed={chosen === coverage}
              title="Show these below"
              p={4}
              fz="sm"
              bg={chosen === coverage ? 'var(--mc-selected)' : 'transparent'}
              onClick={() => onChoose(chosen === coverage ? null : coverage)}
            >
              <Group component="span" gap="xs">
                <Box
                  component="span"
                  w={10}
                  h={10}
                  bg={COLOURS[coverage]}
                  data-coverage={coverage}
                  aria-hidden="true"
                  style={KEEPS_ITS_GROUND}
                />
                <Text span size="sm" c="dimmed">
                  {COVERAGE_WORDS[coverage].name}
                </Text>{' '}
                <Text span size="lg" fw={600} className="mc-num">
                  {shareWords(invoices[coverage], invoices.count)}
                </Text>
              </Group>
              <Under>{COVERAGE_WORDS[coverage].meaning}</Under>
              {coverageReasons(report, coverage).map(({ words, count }) => (
                <Under key={words}>
                  {words} <span className="mc-num">{count.toLocaleString('en-GB')}</span>
                </Under>
              ))}
            </UnstyledButton>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

/** "6,204 · 83.7 %"; a part that is there is never "0.0 %", and one that is not all is never "100.0 %". */
export function shareWords(count: number, of: number): string {
  const words = count.toLocaleString('en-GB');
  if (of === 0 || count === 0) return words;
  const share = (count * 100) / of;
  const shown = count === of ? '100' : Math.min(99.9, Math.max(0.1, share)).toFixed(1);
  return `${words} · ${shown} %`;
}
