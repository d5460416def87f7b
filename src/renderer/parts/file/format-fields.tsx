// The parts of a format, each to be put right, with its doubt beside it.
import { Anchor, NativeSelect, Select, SimpleGrid, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import {
  DATE_ORDERS,
  DECIMAL_MARKS,
  ENCODINGS,
  type FileFormat,
  type Inspection,
  SEPARATORS,
  THOUSANDS_MARKS,
} from '../../../domain/ledger/import.ts';
import {
  DATE_WORDS,
  DECIMAL_WORDS,
  DOUBT_WORDS,
  ENCODING_WORDS,
  type SaidFormat,
  SEPARATOR_WORDS,
  THOUSANDS_WORDS,
} from './format-words.ts';
import { CountField } from '../../ui/index.ts';

type Doubt = Inspection['doubts'][number];

interface FieldsProps {
  readonly format: FileFormat;
  /** Guessed with doubt, or remembered though the file looks otherwise, and nobody has said anything about it. */
  readonly doubts: readonly Doubt[];
  readonly isRemembered: boolean;
  readonly sheets: readonly string[];
  readonly onSay: (said: SaidFormat) => void;
}

const MAX_HEADER_LINE = 1000;
const FIRST_SHEET = '';

export function FormatFields({ format, doubts, isRemembered, sheets, onSay }: FieldsProps) {
  const from = isRemembered ? 'Remembered; the file looks otherwise.' : 'Guessed.';
  const note = (doubt: Doubt, right: SaidFormat) =>
    doubts.includes(doubt) ? noteOf(`${from} ${DOUBT_WORDS[doubt]}`, () => onSay(right)) : undefined;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 1, xl: 2 }} spacing="sm" verticalSpacing="xs">
      {format.type === 'csv' ? (
        <>
          <Choice
            label="Encoding"
            value={format.encoding}
            options={ENCODINGS}
            words={ENCODING_WORDS}
            note={note('encoding', { encoding: format.encoding })}
            onChange={(encoding) => onSay({ encoding })}
          />
          <Choice
            label="Separator"
            value={format.separator}
            options={SEPARATORS}
            words={SEPARATOR_WORDS}
            note={note('separator', { separator: format.separator })}
            onChange={(separator) => onSay({ separator })}
          />
        </>
      ) : (
        <SheetField format={format} sheets={sheets} onSay={onSay} />
      )}
      <HeaderLineField
        line={format.headerLine}
        note={note('headerLine', { headerLine: format.headerLine }) ?? '0: there are no titles'}
        onSay={onSay}
      />
      <Choice
        label="Decimal mark"
        value={format.decimal}
        options={DECIMAL_MARKS}
        words={DECIMAL_WORDS}
        note={note('decimal', { decimal: format.decimal, thousands: format.thousands })}
        // The same mark cannot stand for both.
        onChange={(decimal) => onSay(format.thousands === decimal ? { decimal, thousands: '' } : { decimal })}
      />
      <Choice
        label="Thousands mark"
        value={format.thousands}
        options={THOUSANDS_MARKS.filter((mark) => mark !== format.decimal)}
        words={THOUSANDS_WORDS}
        onChange={(thousands) => onSay({ thousands })}
      />
      <Choice
        label="Dates"
        value={format.dateOrder}
        options={DATE_ORDERS}
        words={DATE_WORDS}
        note={note('dateOrder', { dateOrder: format.dateOrder })}
        onChange={(dateOrder) => onSay({ dateOrder })}
      />
      <ZoneField format={format} onSay={onSay} />
    </SimpleGrid>
  );
}

function HeaderLineField(props: Pick<FieldsProps, 'onSay'> & { readonly line: number; readonly note: ReactNode }) {
  const { line, note, onSay } = props;
  return (
    <CountField
      label="Line of the titles"
      description={note}
      inputWrapperOrder={ORDER}
      value={line}
      min={0}
      max={MAX_HEADER_LINE}
      onCount={(headerLine) => onSay({ headerLine })}
    />
  );
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The doubt in words, and the way to say that it is right all the same. */
function noteOf(words: string, onRight: () => void): ReactNode {
  return (
    <Text span inherit c="var(--mc-warn-text)">
      {words}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={onRight}>
        It is right
      </Anchor>
    </Text>
  );
}

function Choice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly words: Readonly<Record<Value, string>>;
  readonly note?: ReactNode;
  readonly onChange: (value: Value) => void;
}) {
  const { label, value, options, words, note, onChange } = props;
  return (
    <NativeSelect
      label={label}
      description={note}
      inputWrapperOrder={ORDER}
      value={value}
      data={options.map((option) => ({ value: option, label: words[option] }))}
      data-doubt={note === undefined ? undefined : true}
      onChange={({ currentTarget }) => {
        const next = options.find((option) => option === currentTarget.value);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}

function SheetField({ format, sheets, onSay }: Pick<FieldsProps, 'format' | 'sheets' | 'onSay'>) {
  const { sheet } = format;
  const all = sheet === null || sheets.includes(sheet) ? sheets : [sheet, ...sheets];
  return (
    <NativeSelect
      label="Sheet"
      value={sheet ?? FIRST_SHEET}
      data={[{ value: FIRST_SHEET, label: 'The first' }, ...all.map((name) => ({ value: name, label: name }))]}
      onChange={({ currentTarget: { value } }) => onSay({ sheet: value === FIRST_SHEET ? null : value })}
    />
  );
}

function ZoneField({ format: { timeZone: zone }, onSay }: Pick<FieldsProps, 'format' | 'onSay'>) {
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])], [zone]);
  return (
    <Select
      label="Time zone"
      description="Of times without an offset, and of the days."
      inputWrapperOrder={ORDER}
      data={zones}
      value={zone}
      searchable
      maxDropdownHeight={280}
      // Hundreds of zones are there once somebody opens it.
      comboboxProps={{ keepMounted: false }}
      onChange={(timeZone) => {
        if (timeZone !== null) onSay({ timeZone });
      }}
    />
  );
}
