// The result of a check: one sentence, then a line a part with what was found and what to do.
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeDuration } from '../../../../domain/time.ts';
import { InstantText, Notice, Panel, plainText, type Tone, ToneBadge } from '../../../ui/index.ts';
import {
  changeWords,
  clockWords,
  findingWords,
  PART_NAMES,
  type PartLine,
  type Report,
  stateWords,
  toleranceWords,
  verdictOf,
} from './signature-words.ts';

const MARKS: Readonly<Record<PartLine['state'], { readonly tone: Tone; readonly icon: TablerIcon }>> = {
  pass: { tone: 'good', icon: IconCheck },
  note: { tone: 'notice', icon: IconInfoCircle },
  fail: { tone: 'bad', icon: IconX },
  open: { tone: 'warn', icon: IconAlertTriangle },
  'not-reached': { tone: 'quiet', icon: IconMinus },
};

/** Sentence and checklist. */
export function ReportPanel({ report }: { readonly report: Report }): ReactNode {
  const verdict = verdictOf(report);
  return (
    <Panel title="Result">
      <Notice tone={verdict.tone} title={verdict.title}>
        {verdict.sentence}
      </Notice>
      <ol aria-label="Parts of the signature" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {report.parts.map((line) => (
          <Part key={line.part} line={line} report={report} />
        ))}
      </ol>
    </Panel>
  );
}

function Part({ line, report }: { readonly line: PartLine; readonly report: Report }): ReactNode {
  const { tone, icon: Icon } = MARKS[line.state];
  const { says, fix } = findingWords(line.finding);
  return (
    <li data-state={line.state}>
      <Group justify="space-between" mt="sm">
        <Text fw={500}>{PART_NAMES[line.part]}</Text>
        <ToneBadge tone={tone} icon={<Icon size={14} stroke={2} aria-hidden="true" />}>
          {stateWords(line.state)}
        </ToneBadge>
      </Group>
      <Text c={line.state === 'not-reached' ? 'dimmed' : 'var(--mc-text)'}>
        {says} <Details part={line.part} report={report} />
      </Text>
      {fix === undefined ? null : <Text c="var(--mc-text-soft)">{fix}</Text>}
    </li>
  );
}

/** The values behind a finding. */
function Details({ part, report }: { readonly part: PartLine['part']; readonly report: Report }): ReactNode {
  switch (part) {
    case 'headers':
      return report.renamed.length === 0 ? null : (
        <span className="mc-mono" style={{ overflowWrap: 'anywhere' }}>
          {report.renamed.map(({ found }) => plainText(found.slice(0, 80))).join(', ')}
        </span>
      );
    case 'timestamp':
      return typeof report.timestamp?.at === 'string' ? <InstantText value={report.timestamp.at} /> : null;
    case 'secret':
      return report.secret === 'none' ? null : report.secret === 'typed' ? 'Typed for this check.' : 'This profile’s.';
    case 'body':
      return <BodyDetails report={report} />;
    case 'age':
      return report.ageMs === null ? null : (
        <>
          {ageWords(report.ageMs)}, at most {toleranceWords(report)} allowed. {clockWords(report)}
        </>
      );
    case 'signature':
      return null;
  }
}

function BodyDetails({ report }: { readonly report: Report }): ReactNode {
  return (
    <>
      {report.bodyBytes.toLocaleString('en-GB')} bytes.
      {report.changes.length === 0 ? null : <strong> To undo it: {changeWords(report.changes)}.</strong>}
      {report.isBodyLarge && !report.isGenuine ? ' It is too large for the usual changes to be tried.' : null}
    </>
  );
}

function ageWords(ageMs: number): string {
  return ageMs >= 0 ? `${describeDuration(ageMs)} old` : `${describeDuration(-ageMs)} ahead`;
}
