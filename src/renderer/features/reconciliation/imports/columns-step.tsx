/** The third step: what each column means, what the amount is, the currency of every row, and the words of the status column. Not here: the source (source-step.tsx). */
import { NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SourceKind } from '../../../../domain/entry.ts';
import {
  AMOUNT_MEANINGS,
  type AmountMeaning,
  FIELDS_OF_KIND,
  type Inspection,
  type Mapping,
  MAX_OWN_ADDRESSES,
  REQUIRED_FIELDS,
} from '../../../../domain/import.ts';
import { shortText } from '../../../../domain/plain-text.ts';
import { ForeignText, GroupedTable, Note, Notice, Panel } from '../../../ui/index.ts';
import { fieldWords, MEANING_WORDS } from './format-words.ts';
import { StatusWords } from './status-words.tsx';
import type { Reading, Wizard } from './use-wizard.ts';
import { fieldOfColumn, isWayUnsaid, mappingLacks, withColumn, wordsToPlace } from './wizard.ts';
import { StepFoot } from './wizard-frame.tsx';
import classes from './imports.module.css';

export function ColumnsStep({ wizard, reading }: { readonly wizard: Wizard; readonly reading: Reading }): ReactNode {
  const { draft, check, change } = wizard;
  const { inspection, mapping } = reading;
  const { kind } = draft;
  const map = (next: Mapping): void => change({ mapping: next });
  const lacks = mappingLacks(kind, mapping);
  const seen = [...inspection.statusWords, ...(check.answer?.unknownStatusWords ?? [])];
  return (
    <>
      <Panel
        title="What each column means"
        note={`A column that means nothing here is left out: nothing else of the row depends on it. Needed: ${neededWords(kind)}.`}
        flush
      >
        <ColumnTable kind={kind} columns={inspection.columns} mapping={mapping} onMap={map} />
      </Panel>
      <div className={`${classes.impPair} ${classes.impPairEven}`}>
        <Panel title="The amounts">
          <AmountFields kind={kind} mapping={mapping} onMap={map} />
        </Panel>
        <Panel
          title={kind === 'orders' ? 'The status' : 'The direction'}
          note={
            kind === 'orders'
              ? 'What your words say of an order. Fulfilled, not paid and paid, not fulfilled are found by it.'
              : 'Only money that came in can be a withdrawal.'
          }
        >
          <div className={classes.impStack}>
            <StatusWords kind={kind} words={wordsToPlace(seen, mapping)} mapping={mapping} onMap={map} />
            {isWayUnsaid(kind, mapping, inspection.columns) ? (
              <Notice tone="warn" title="Which way did the money go?">
                The file names both sides of every transfer, and nothing says which of them is this wallet: what it sent
                counts as money that came in. Name its addresses.
              </Notice>
            ) : null}
            {kind === 'wallet' && mapping.columns.address !== undefined ? (
              <OwnAddresses kind={kind} mapping={mapping} onMap={map} />
            ) : null}
          </div>
        </Panel>
      </div>
      <StepFoot step="columns" bar={lacks.length === 0 ? null : `Still missing: ${lacks.join('; ')}.`} />
    </>
  );
}

function neededWords(kind: SourceKind): string {
  const names = REQUIRED_FIELDS[kind].map((field) => fieldWords(kind, field).name.toLowerCase());
  return [...names, ...(kind === 'wallet' ? ['hash or address'] : []), 'currency'].join(', ');
}

const NO_MEANING = '';
const MAX_SAMPLES = 3;
const SAMPLE_LENGTH = 40;

interface MapProps {
  readonly kind: SourceKind;
  readonly mapping: Mapping;
  readonly onMap: (mapping: Mapping) => void;
}

/** A row for each column of the file. */
function ColumnTable({
  kind,
  columns,
  mapping,
  onMap,
}: MapProps & { readonly columns: Inspection['columns'] }): ReactNode {
  return (
    <GroupedTable label="Columns of the file" className={classes.impColumns}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">In the file</th>
          <th scope="col">Means</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ title, samples }, index) => (
          <tr key={title} data-out={fieldOfColumn(kind, mapping, title) === null || undefined}>
            <th scope="row">
              <ForeignText text={title.slice(0, 200)} />
            </th>
            <td className={classes.impSamples}>
              {samples.length === 0 ? <span className="mc-note">empty</span> : null}
              {[...new Set(samples)].slice(0, MAX_SAMPLES).map((sample) => (
                <span key={sample}>
                  <ForeignText text={shortText(sample, SAMPLE_LENGTH)} />
                </span>
              ))}
            </td>
            <td>
              <NativeSelect
                aria-label={`What column ${index + 1} means`}
                w={220}
                value={fieldOfColumn(kind, mapping, title) ?? NO_MEANING}
                data={[
                  { value: NO_MEANING, label: '– left out –' },
                  ...FIELDS_OF_KIND[kind].map((field) => ({ value: field, label: fieldWords(kind, field).name })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  onMap(withColumn(mapping, title, FIELDS_OF_KIND[kind].find((field) => field === value) ?? null))
                }
              />
            </td>
          </tr>
        ))}
      </tbody>
    </GroupedTable>
  );
}

/** Where the money of this wallet comes in: what goes anywhere else went out. */
function OwnAddresses({ mapping, onMap }: MapProps): ReactNode {
  const [text, setText] = useState(() => (mapping.ownAddresses ?? []).join('\n'));
  const say = (typed: string): void => {
    const lines = typed.split('\n').map((line) => line.trim());
    const own = [...new Set(lines.filter((line) => line !== ''))].slice(0, MAX_OWN_ADDRESSES);
    setText(typed);
    onMap({ ...mapping, ownAddresses: own });
  };
  return (
    <Textarea
      label="Addresses of this wallet"
      description="One a line. Money to any other address went out, whatever the file says of it. Empty: no address says so."
      autosize
      minRows={1}
      maxRows={6}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget: { value } }) => say(value)}
    />
  );
}

const MAX_UNIT = 32;

/** What the amounts are, and in what. */
export function AmountFields({ kind, mapping, onMap }: MapProps): ReactNode {
  const { columns, unit, amountMeaning } = mapping;
  const say = (meaning: string): void => {
    const next: AmountMeaning | undefined = AMOUNT_MEANINGS.find((one) => one === meaning);
    if (next !== undefined) onMap({ ...mapping, amountMeaning: next });
  };
  return (
    <div className={classes.impStack}>
      {kind === 'orders' ? (
        <Radio.Group label="The amount is" value={amountMeaning} onChange={say}>
          <div className={classes.impRadios}>
            {AMOUNT_MEANINGS.map((meaning) => (
              <Radio
                key={meaning}
                value={meaning}
                label={MEANING_WORDS[meaning].name}
                description={MEANING_WORDS[meaning].hint}
              />
            ))}
          </div>
        </Radio.Group>
      ) : (
        <Note>Held against amount_to_send of the withdrawal, then against its amount.</Note>
      )}
      {columns.unit === undefined ? (
        <TextInput
          label="Currency of every row"
          description="No column tells it."
          placeholder={kind === 'orders' && amountMeaning === 'ordered' ? 'EUR' : 'USDT'}
          w={220}
          maxLength={MAX_UNIT}
          autoComplete="off"
          spellCheck={false}
          value={unit ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onMap({ ...mapping, unit: value.trim() === '' ? null : value.trim().toUpperCase() })
          }
        />
      ) : (
        <Note>
          The currency stands in the column <ForeignText text={columns.unit.slice(0, 80)} />.
        </Note>
      )}
    </div>
  );
}
