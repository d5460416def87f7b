// Every field of a record under the API's own name and with its own text, folded; nothing is left out, rounded or opened.
import { Paper, Text } from '@mantine/core';
import { ForeignText } from './foreign-text.tsx';
import styles from './fields-panel.module.css';

export interface RecordField {
  readonly name: string;
  /** Null is the API's null; it is shown as such and never as an empty cell. */
  readonly value: string | null;
  /** False for what the specification does not name. */
  readonly known: boolean;
}

/** The fields in the order of the record, nested ones with a dot; those that came beside (`extra`) last. */
export function recordFields(record: object): readonly RecordField[] {
  const entries: readonly [string, unknown][] = Object.entries(record);
  const known = entries.filter(([name]) => name !== 'extra').flatMap(([name, value]) => fieldsOf(name, value));
  const extra: unknown = entries.find(([name]) => name === 'extra')?.[1];
  if (!isObject(extra)) return known;
  const unknown: readonly [string, unknown][] = Object.entries(extra);
  return [...known, ...unknown.map(([name, value]) => ({ name, value: asText(value), known: false }))];
}

function fieldsOf(name: string, value: unknown): readonly RecordField[] {
  if (!isObject(value)) return [{ name, value: asText(value), known: true }];
  const inner: readonly [string, unknown][] = Object.entries(value);
  return inner.map(([key, one]) => ({ name: `${name}.${key}`, value: asText(one), known: true }));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** "Raw record", closed until somebody opens it. */
export function FieldsPanel({ record }: { readonly record: object }) {
  const fields = recordFields(record);
  const unknown = fields.filter(({ known }) => !known);
  return (
    <Paper withBorder component="details" px="md" py="xs" className={styles['panel'] ?? ''}>
      <summary>Raw record</summary>
      <Fields fields={fields.filter(({ known }) => known)} />
      {unknown.length === 0 ? null : (
        <>
          <Text fw={600}>Fields the specification does not name</Text>
          <Fields fields={unknown} />
        </>
      )}
    </Paper>
  );
}

/** Longer values scroll in their place. */
const SCROLLS_FROM = 120;

function Fields({ fields }: { readonly fields: readonly RecordField[] }) {
  return (
    <dl className={styles['fields']}>
      {fields.map(({ name, value, known }) => (
        <div key={`${known} ${name}`}>
          <dt className="mc-mono">
            <ForeignText text={name} />
          </dt>
          <dd
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={value !== null && value.length > SCROLLS_FROM ? 0 : undefined}
          >
            {value === null || value === '' ? (
              <em>{value === null ? 'null' : 'empty'}</em>
            ) : (
              <ForeignText text={value} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
