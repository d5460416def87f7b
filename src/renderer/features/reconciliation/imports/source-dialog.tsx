/**
 * Changing what a source remembers, without a file: name, format, which columns mean what by their titles, words, tolerances. It holds from the next
 * import on; tolerances from the next match on. Not here: the same with a file at hand (the steps of the wizard).
 */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../../../../domain/failure.ts';
import { FIELDS_OF_KIND, type Mapping } from '../../../../domain/import.ts';
import { useAction } from '../../../bridge/index.ts';
import { FailureNotice, Note } from '../../../ui/index.ts';
import { AmountFields } from './columns-step.tsx';
import { FormatFields } from './format-fields.tsx';
import { fieldWords } from './format-words.ts';
import { StatusWords } from './status-words.tsx';
import { ToleranceFields } from './tolerances.tsx';
import { mappingLacks, MAX_SOURCE_NAME, type SavedSource, wordsToPlace } from './wizard.ts';
import classes from './imports.module.css';

const MAX_TITLE = 256;

export function SourceDialog(props: { readonly source: SavedSource; readonly onClose: () => void }): ReactNode {
  const { source, onClose } = props;
  const { run, busy } = useAction('sources.save');
  const [name, setName] = useState(source.name);
  const [format, setFormat] = useState(source.format);
  const [mapping, setMapping] = useState(source.mapping);
  const [tolerances, setTolerances] = useState(source.tolerances);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { kind } = source;
  const lacks = mappingLacks(kind, mapping);
  const bar =
    name.trim() === '' ? 'A source has a name.' : lacks.length === 0 ? null : `Still missing: ${lacks.join('; ')}.`;
  const save = async (): Promise<void> => {
    setFailure(null);
    const result = await run({ id: source.id, name: name.trim(), kind, format, mapping, tolerances });
    if (result === null) return;
    if (result.ok) onClose();
    else setFailure(result.failure);
  };
  return (
    <Modal opened onClose={onClose} title="Edit the source" size={720}>
      <form
        className={classes.impStack}
        onSubmit={(event) => {
          event.preventDefault();
          if (bar === null) void save();
        }}
      >
        <TextInput
          label="Name"
          maxLength={MAX_SOURCE_NAME}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Part title="Format">
          <FormatFields
            format={format}
            doubts={[]}
            isRemembered
            sheets={[]}
            onSay={(said) => setFormat((before) => ({ ...before, ...said }))}
          />
        </Part>
        <Part title="Columns, by their titles">
          <div className={classes.impFields}>
            {FIELDS_OF_KIND[kind].map((field) => (
              <TextInput
                key={field}
                label={fieldWords(kind, field).name}
                placeholder="none"
                maxLength={MAX_TITLE}
                autoComplete="off"
                spellCheck={false}
                value={mapping.columns[field] ?? ''}
                onChange={({ currentTarget: { value } }) => setMapping((before) => withTitle(before, field, value))}
              />
            ))}
          </div>
        </Part>
        <Part title="The amounts">
          <AmountFields kind={kind} mapping={mapping} onMap={setMapping} />
        </Part>
        <Part title={kind === 'orders' ? 'The status' : 'The direction'}>
          <StatusWords kind={kind} words={wordsToPlace([], mapping)} mapping={mapping} onMap={setMapping} />
        </Part>
        <Part title="Tolerances">
          <ToleranceFields tolerances={tolerances} onChange={setTolerances} />
        </Part>
        <Note>
          Format and columns hold from the next import on; entries that are here stay as they were read. Tolerances hold
          for all entries of the source with the next match.
        </Note>
        {failure === null ? null : <FailureNotice failure={failure} />}
        <Group justify="flex-end">
          <p className="mc-note" role="status">
            {bar}
          </p>
          <Button variant="default" onClick={onClose}>
            Change nothing
          </Button>
          <Button type="submit" loading={busy} disabled={bar !== null}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={classes.impPart} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The mapping in which the column of that title means the field; empty: none does. */
function withTitle(mapping: Mapping, field: keyof Mapping['columns'], title: string): Mapping {
  const others = Object.fromEntries(Object.entries(mapping.columns).filter(([name]) => name !== field));
  return { ...mapping, columns: title === '' ? others : { ...others, [field]: title } };
}
