// The first rows of a file as they are read now, with the lines they stand in; above each column what it means. Foreign text throughout.
import { NativeSelect } from '@mantine/core';
import { shortText } from '../../../domain/kernel/text/plain-text.ts';
import type { Inspection } from '../../../domain/ledger/import.ts';
import { grouped, plainText, Table } from '../../ui/index.ts';

const NO_MEANING = '';
/** Characters of a cell that are shown; the rest is in its title. */
const SHOWN = 48;

/** `meanings`: what a column can mean; `meaningOf` and `onMean`: of the column with that title, null for nothing. */
export function ColumnsTable<Field extends string>(props: {
  readonly inspection: Pick<Inspection, 'rows' | 'columns'>;
  readonly isOld: boolean;
  readonly meanings: readonly { readonly value: Field; readonly label: string }[];
  readonly meaningOf: (title: string) => Field | null;
  readonly isFigure: (field: Field) => boolean;
  readonly onMean: (title: string, field: Field | null) => void;
}) {
  const { inspection, isOld, meanings, meaningOf, isFigure, onMean } = props;
  return (
    <Table
      label="First rows of the file"
      rows={inspection.rows}
      mah={520}
      isOld={isOld}
      keyOf={({ line }) => `${line}`}
      columns={({ cell }) => [
        cell('Line', ({ line }) => grouped(line)),
        ...inspection.columns.map(({ title }, index) => {
          const meaning = meaningOf(title);
          return cell(
            <>
              <NativeSelect
                aria-label={`What column ${index + 1} means`}
                size="xs"
                miw={132}
                mb={4}
                value={meaning ?? NO_MEANING}
                data={[{ value: NO_MEANING, label: 'Not used' }, ...meanings]}
                onChange={({ currentTarget }) =>
                  onMean(title, meanings.find(({ value }) => value === currentTarget.value)?.value ?? null)
                }
              />
              <Cut text={title} />
            </>,
            ({ cells }) => <Cut text={cells[index] ?? ''} />,
            { isFigure: meaning !== null && isFigure(meaning) },
          );
        }),
      ]}
    />
  );
}

function Cut({ text }: { readonly text: string }) {
  return (
    <span
      dir="auto"
      style={{ whiteSpace: 'nowrap' }}
      title={text.length > SHOWN ? plainText(text.slice(0, 500)) : undefined}
    >
      {plainText(shortText(text, SHOWN))}
    </span>
  );
}
