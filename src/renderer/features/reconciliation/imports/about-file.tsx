// What a file is of: its ledger or wallet, the days it is complete for, the differences that count as none.
import { Box, Input, List, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateRange, ForeignText, Note, Panel } from '../../../ui/index.ts';
import { ToleranceFields } from './tolerances.tsx';
import type { Reading, Wizard } from './use-wizard.ts';
import { type CoverChoice, type Difference, differences, MAX_SOURCE_NAME, type SavedSource } from './wizard.ts';

const NOBODY = '';

/** Which ledger or wallet it is of, the days it is complete for, and the differences that count as none. */
export function AboutFile({ wizard, reading }: { readonly wizard: Wizard; readonly reading: Reading }): ReactNode {
  const { draft, change, sources } = wizard;
  const { source, tolerances } = reading;
  const ours = (sources.data?.sources ?? []).filter(({ kind }) => kind === draft.kind);
  const what = draft.kind === 'orders' ? 'A paid invoice' : 'A sent withdrawal';
  return (
    <Panel title="About this file">
      <Stack gap="md">
        {ours.length === 0 ? null : (
          <NativeSelect
            label="The file is of"
            value={source?.id ?? NOBODY}
            data={[
              { value: NOBODY, label: 'A new source' },
              ...ours.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              change(
                value === NOBODY
                  ? { choice: { kind: 'new' } }
                  : { choice: { kind: 'saved', id: value }, said: {}, mapping: null, tolerances: null },
              )
            }
          />
        )}
        {source === null ? (
          <TextInput
            label="Name of the source"
            description="It remembers how its files are read; the next one needs no answers."
            placeholder={draft.kind === 'orders' ? 'Shop ledger' : 'TRON wallet'}
            maxLength={MAX_SOURCE_NAME}
            autoComplete="off"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        ) : (
          <Remembered source={source} wizard={wizard} />
        )}
        <CoverageField
          label="Complete for"
          description={`${what} that ended on one of these days and is not in the file counts as missing.`}
          covers={draft.covers}
          onChange={(covers) => change({ covers })}
        />
        <Input.Wrapper label="Tolerance" description="A difference up to this counts as none, in that currency only.">
          <ToleranceFields tolerances={tolerances} onChange={(next) => change({ tolerances: next })} />
        </Input.Wrapper>
      </Stack>
    </Panel>
  );
}

/** What saving the source would change of it. */
function Remembered({ source, wizard }: { readonly source: SavedSource; readonly wizard: Wizard }): ReactNode {
  const changes = wizard.input === null ? [] : differences(source, wizard.input);
  if (changes.length === 0) return <Note>The file is read exactly as this source remembers.</Note>;
  return (
    <div>
      <Note>
        With the import <ForeignText text={source.name} /> remembers anew:
      </Note>
      <DifferenceList differences={changes} />
    </div>
  );
}

const COVER_CHOICES: readonly CoverChoice[] = [
  { kind: 'rows' },
  { kind: 'days', from: undefined, to: undefined },
  { kind: 'none' },
];

function CoverageField(props: {
  readonly label: string;
  readonly description: string;
  readonly covers: CoverChoice;
  readonly onChange: (covers: CoverChoice) => void;
}): ReactNode {
  const { label, description, covers, onChange } = props;
  return (
    <Radio.Group
      label={label}
      description={description}
      value={covers.kind}
      onChange={(next) => onChange(COVER_CHOICES.find(({ kind: one }) => one === next) ?? { kind: 'rows' })}
    >
      <Stack gap="xs">
        <Radio
          value="rows"
          label="The days of its rows"
          description="From the earliest to the latest date in the file. Today is not over, so it is not among them; nor are a few rows that stand months apart from the others."
        />
        <Radio
          value="days"
          label="These days"
          description="Say them when the file has quiet days at its ends, or must have every record of them: then also what another of your ledgers has is missing in it."
        />
        {covers.kind === 'days' ? (
          <Box ml="xl">
            <DateRange
              label="First and last day"
              value={{ from: covers.from, to: covers.to }}
              onChange={({ from, to }) => onChange({ kind: 'days', from, to })}
            />
          </Box>
        ) : null}
        <Radio
          value="none"
          label="None"
          description="It has only some of the records, as a list of refunds: nothing can be missing in it."
        />
      </Stack>
    </Radio.Group>
  );
}

/** What, before, now: each on a line of its own. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  return (
    <List size="sm" mt={4}>
      {differences.map(({ what, before, now }) => (
        <List.Item key={what}>
          <ForeignText text={what} />: <ForeignText text={before} /> → <strong>{<ForeignText text={now} />}</strong>
        </List.Item>
      ))}
    </List>
  );
}
