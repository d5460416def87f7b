/**
 * Every field of the record under the API's own name, as text; nothing is left out and nothing is opened. Not here: which
 * fields there are (record-fields.ts).
 */
import type { ReactNode } from 'react';
import type { Invoice } from '../../../domain/invoice.ts';
import { ForeignText, InstantText, MoneyText, Panel } from '../../ui/index.ts';
import { type RecordField, recordFields } from './record-fields.ts';

/** The whole record. */
export function RecordPanel({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const fields = recordFields(invoice);
  const unknown = fields.filter((field) => !field.known);
  return (
    <Panel title="Record" note="Every field, in the API’s words">
      <Fields fields={fields.filter((field) => field.known)} />
      {unknown.length === 0 ? null : (
        <>
          <h3 className="mc-record-more">Fields the specification does not name</h3>
          <Fields fields={unknown} />
        </>
      )}
    </Panel>
  );
}

function Fields({ fields }: { readonly fields: readonly RecordField[] }): ReactNode {
  return (
    <dl className="mc-record">
      {fields.map((field) => (
        <div key={field.name}>
          <dt className="mc-mono">
            <ForeignText text={field.name} />
          </dt>
          <dd
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={mayScroll(field.value) ? 0 : undefined}
          >
            <FieldValue field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer values scroll in their place. */
const SCROLLS_FROM = 120;

function mayScroll(value: string | null): boolean {
  return value !== null && value.length > SCROLLS_FROM;
}

function FieldValue({ field }: { readonly field: RecordField }): ReactNode {
  if (field.value === null) return <span className="mc-null">null</span>;
  switch (field.kind) {
    case 'money':
      return <MoneyText value={field.value} />;
    case 'instant':
      return <InstantText value={field.value} />;
    case 'flag':
      return field.value;
    case 'text':
      return field.value === '' ? <span className="mc-null">empty</span> : <ForeignText text={field.value} />;
  }
}
