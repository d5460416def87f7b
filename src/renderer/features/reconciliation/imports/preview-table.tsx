/** The first rows of a file as they are read now, with the lines they stand in. Foreign text throughout. Not here: how they are read. */
import type { ReactNode } from 'react';
import type { SourceKind } from '../../../../domain/entry.ts';
import type { Inspection, Mapping } from '../../../../domain/import.ts';
import { shortText } from '../../../../domain/plain-text.ts';
import { GroupedTable, plainText } from '../../../ui/index.ts';
import { fieldWords } from './format-words.ts';
import { fieldOfColumn } from './wizard.ts';
import classes from './imports.module.css';

/** Characters of a cell that are shown; the rest is in its title. */
const SHOWN = 48;

/** `isOld`: it is of the format before. */
export function PreviewTable(props: {
  readonly inspection: Pick<Inspection, 'columns' | 'rows'>;
  readonly kind: SourceKind;
  readonly mapping: Mapping;
  readonly isOld: boolean;
}): ReactNode {
  const { inspection, kind, mapping, isOld } = props;
  const { columns, rows } = inspection;
  return (
    <GroupedTable
      label="First rows of the file"
      className={isOld ? `${classes.impPreview} ${classes.impOld}` : classes.impPreview}
    >
      <thead>
        <tr>
          <th scope="col" data-end>
            Line
          </th>
          {columns.map(({ title }) => (
            <th scope="col" key={title}>
              <Cut text={title} />
              <Meaning field={fieldOfColumn(kind, mapping, title)} kind={kind} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, cells }) => (
          <tr key={line}>
            <th scope="row" data-end className="mc-num">
              {line.toLocaleString('en-GB')}
            </th>
            {columns.map(({ title }, index) => (
              <td key={title} className={isFigure(fieldOfColumn(kind, mapping, title)) ? 'mc-num' : undefined}>
                <Cut text={cells[index] ?? ''} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </GroupedTable>
  );
}

/** Amounts and dates stand under one another digit by digit. */
function isFigure(field: ReturnType<typeof fieldOfColumn>): boolean {
  return field === 'amount' || field === 'at';
}

function Meaning(props: { readonly field: ReturnType<typeof fieldOfColumn>; readonly kind: SourceKind }): ReactNode {
  if (props.field === null) return null;
  return <span className={classes.impMeaning}>{fieldWords(props.kind, props.field).name}</span>;
}

/** A cell as it stands, on one line. */
function Cut({ text }: { readonly text: string }): ReactNode {
  return (
    <span dir="auto" title={text.length > SHOWN ? plainText(text.slice(0, 500)) : undefined}>
      {plainText(shortText(text, SHOWN))}
    </span>
  );
}
