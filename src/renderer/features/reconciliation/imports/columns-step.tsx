// The second step: how the file is read, what each of its columns means, and what it is of: its ledger, the days it is
// complete for, the differences that count as none. Its first rows stand beside.
import {
  ColumnsTable,
  DOUBT_NAMES,
  FormatFields,
  formatDifferences,
  formatParts,
  openDoubts,
} from '../../../parts/index.ts';
import {
  Box,
  Button,
  Group,
  Input,
  List,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import { FIELDS_OF_KIND, type Mapping, REQUIRED_FIELDS } from '../../../../domain/ledger/import.ts';
import { countWords, DateRange, FailureNotice, ForeignText, Note, Notice, Panel } from '../../../ui/index.ts';
import { fieldWords, STATUSES_OF_KIND, statusWords } from './words.ts';
import { AmountFields, type MapProps, OwnAddresses } from './amount-fields.tsx';
import type { StepProps, Wizard } from './use-wizard.ts';
import {
  coverBar,
  type CoverChoice,
  fieldOfColumn,
  isChanged,
  isWayUnsaid,
  mappingLacks,
  MAX_SOURCE_NAME,
  nameBar,
  withColumn,
  withStatusWord,
  wordsToPlace,
} from './wizard.ts';
import { StepFoot } from './wizard-frame.tsx';
import { ToleranceFields } from './tolerances.tsx';

const NOBODY = '';

/** Which ledger or wallet it is of, the days it is complete for, and the differences that count as none. */
function AboutFile({ wizard, reading }: StepProps) {
  const { draft, change, sources } = wizard;
  const { source, tolerances } = reading;
  const ours = (sources.data?.sources ?? []).filter(({ kind }) => kind === draft.kind);
  return (
    <Panel title="About this file">
      <Stack>
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
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        ) : (
          <Note>
            {isChanged(draft)
              ? 'What was changed here, its source remembers anew with the import.'
              : 'The file is read exactly as this source remembers.'}
          </Note>
        )}
        <CoverageField draft={draft} change={change} />
        <Input.Wrapper label="Tolerance" description="A difference up to this counts as none, in that currency only.">
          <ToleranceFields tolerances={tolerances} onChange={(next) => change({ tolerances: next })} />
        </Input.Wrapper>
      </Stack>
    </Panel>
  );
}

const COVER_CHOICES: readonly CoverChoice[] = [
  { kind: 'rows' },
  { kind: 'days', from: undefined, to: undefined },
  { kind: 'none' },
];

function CoverageField({ draft: { kind, covers }, change }: Pick<Wizard, 'draft' | 'change'>) {
  const what = kind === 'orders' ? 'A paid invoice' : 'A sent withdrawal';
  const say = (next: CoverChoice): void => change({ covers: next, coversSaid: next });
  return (
    <Radio.Group
      label="Complete for"
      description={`${what} that ended on one of these days and is not in the file counts as missing.`}
      value={covers.kind}
      onChange={(next) => say(COVER_CHOICES.find(({ kind: one }) => one === next) ?? { kind: 'rows' })}
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
              onChange={({ from, to }) => say({ kind: 'days', from, to })}
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

export function ColumnsStep({ wizard, reading }: StepProps) {
  const { draft, check, change, look, sources } = wizard;
  const { inspection, mapping, source, isOld } = reading;
  const { kind } = draft;
  const map = (next: Mapping): void => change({ mapping: next });
  const lacks = mappingLacks(kind, mapping);
  const seen = [...inspection.statusWords, ...(check.answer?.unknownStatusWords ?? [])];
  const missing = lacks.length === 0 ? null : `Still missing: ${lacks.join('; ')}.`;
  const unreadable = look.failure === undefined ? null : 'The file cannot be read so.';
  const unnamed = nameBar(draft.name, source, sources.data?.sources ?? []) ?? coverBar(draft.covers);
  return (
    <>
      <OtherLook wizard={wizard} reading={reading} />
      <FailureNotice failure={look.failure} onRetry={look.refresh} />
      <Group gap="sm" align="flex-start">
        <Box flex="4 1 260px" miw={0}>
          <Stack gap="sm">
            <ReadAs wizard={wizard} reading={reading} />
            <AboutFile wizard={wizard} reading={reading} />
          </Stack>
        </Box>
        <Box flex="8 1 460px" miw={0}>
          <Stack gap="sm">
            <Panel
              title="Columns"
              note={
                isOld
                  ? 'Looking again…'
                  : `${new Set(Object.values(inspection.mapping.columns)).size} of ${countWords(inspection.columns.length, 'column', 'columns')} recognised; needed: ${neededWords(kind)}`
              }
              flush
            >
              <ColumnsTable
                inspection={inspection}
                isOld={isOld}
                meanings={FIELDS_OF_KIND[kind].map((field) => ({ value: field, label: fieldWords(kind, field).name }))}
                meaningOf={(title) => fieldOfColumn(kind, mapping, title)}
                isFigure={(field) => field === 'amount'}
                onMean={(title, field) => map(withColumn(mapping, title, field))}
              />
            </Panel>
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
              <Panel title="The amounts">
                <AmountFields kind={kind} mapping={mapping} onMap={map} />
              </Panel>
              <Panel
                title={kind === 'orders' ? 'The status' : 'The direction'}
                note={
                  kind === 'orders'
                    ? 'Fulfilled, not paid and paid, not fulfilled are found by it.'
                    : 'Only money that came in can be a withdrawal.'
                }
              >
                <Stack>
                  <StatusWords kind={kind} words={wordsToPlace(seen, mapping)} mapping={mapping} onMap={map} />
                  {isWayUnsaid(kind, mapping, inspection.columns) ? (
                    <Notice tone="warn" title="Which way did the money go?">
                      The file names both sides of every transfer, and nothing says which of them is this wallet: what
                      it sent counts as money that came in. Name its addresses.
                    </Notice>
                  ) : null}
                  {kind === 'wallet' && mapping.columns.address !== undefined ? (
                    <OwnAddresses kind={kind} mapping={mapping} onMap={map} />
                  ) : null}
                </Stack>
              </Panel>
            </SimpleGrid>
          </Stack>
        </Box>
      </Group>
      <StepFoot
        step="columns"
        bar={unreadable ?? missing ?? unnamed}
        words="Nothing is imported before you have seen the result."
      />
    </>
  );
}

/** How it is read, in a few lines; the fields come when somebody wants to change them, or where the guess is in doubt. */
function ReadAs({ wizard, reading }: StepProps) {
  const { draft, say } = wizard;
  const { inspection, source } = reading;
  const doubts = openDoubts(inspection, draft.said);
  const [isOpen, setOpen] = useState(doubts.length > 0);
  return (
    <Panel
      title="Read as"
      note={
        doubts.length > 0
          ? `In doubt: ${doubts.map((doubt) => DOUBT_NAMES[doubt]).join(', ')}. Compare with the rows.`
          : source === null
            ? 'recognised'
            : 'as its ledger remembers'
      }
      actions={
        isOpen || doubts.length > 0 ? undefined : (
          <Button size="compact-sm" flex="none" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      {isOpen || doubts.length > 0 ? (
        <FormatFields
          format={inspection.format}
          doubts={doubts}
          isRemembered={source !== null}
          sheets={inspection.sheets}
          onSay={(said) => {
            setOpen(true);
            say(said);
          }}
        />
      ) : (
        <Stack gap={4}>
          {formatParts(inspection.format).map(([what, words]) => (
            <Group key={what} gap="xs" wrap="nowrap" align="baseline">
              <Text fz={13} c="dimmed" w={92} flex="none">
                {what}
              </Text>
              <Text fz={13}>{words}</Text>
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

/** The source remembers the file in another way than it looks. */
function OtherLook({ wizard, reading }: StepProps) {
  const { source, guess, inspection } = reading;
  if (source === null || guess === null) return null;
  const others = formatDifferences(inspection.format, guess.format);
  if (others.length === 0) return null;
  const { type: _, ...looks } = guess.format;
  return (
    <Notice
      tone="warn"
      title="The file looks different from what its source remembers"
      action={{ label: 'Read it as it looks', run: () => wizard.say(looks) }}
    >
      It is read as <ForeignText text={source.name} /> remembers.
      <List mt={4}>
        {others.map(({ what, before, now }) => (
          <List.Item key={what}>
            {what}: <ForeignText text={before} /> → <strong>{<ForeignText text={now} />}</strong>
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}

function neededWords(kind: SourceKind): string {
  const names = REQUIRED_FIELDS[kind].map((field) => fieldWords(kind, field).name.toLowerCase());
  return [...names, ...(kind === 'wallet' ? ['hash or address'] : []), 'currency'].join(', ');
}

const LIKE_OTHERS = 'like-others';
const REJECTED = 'rejected';

/** One line a word; the last is for any other. */
function StatusWords({ kind, words, mapping, onMap }: MapProps & { readonly words: readonly string[] }) {
  const hasColumn = mapping.columns.status !== undefined;
  const options = STATUSES_OF_KIND[kind].map((status) => ({ value: status, label: statusWords(kind, status) }));
  const known = (value: string) => STATUSES_OF_KIND[kind].find((status) => status === value) ?? null;
  return (
    <Stack gap="xs">
      {hasColumn
        ? words.map((word) => (
            <Group key={word} justify="space-between" wrap="nowrap">
              <span>
                <ForeignText text={word.slice(0, 120)} />
              </span>
              <NativeSelect
                aria-label={`What the word “${word.slice(0, 60)}” is taken for`}
                w={200}
                value={Object.hasOwn(mapping.statusWords, word) ? mapping.statusWords[word] : LIKE_OTHERS}
                data={[{ value: LIKE_OTHERS, label: 'like any other word' }, ...options]}
                onChange={({ currentTarget: { value } }) => onMap(withStatusWord(mapping, word, known(value)))}
              />
            </Group>
          ))
        : null}
      <Group justify="space-between" wrap="nowrap">
        <span className="mc-note">{hasColumn ? 'Any other word, or none' : 'Every row: no column tells it'}</span>
        <NativeSelect
          aria-label={hasColumn ? 'What any other word is taken for' : 'What every row is taken for'}
          w={200}
          value={mapping.otherStatus ?? REJECTED}
          data={[...options, ...(hasColumn ? [{ value: REJECTED, label: 'reject the row' }] : [])]}
          onChange={({ currentTarget: { value } }) => onMap({ ...mapping, otherStatus: known(value) })}
        />
      </Group>
    </Stack>
  );
}
