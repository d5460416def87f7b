// Changing what a source remembers, without a file: name, format, which columns mean what by their titles, words,
// tolerances. It holds from the next import on; tolerances from the next match on.
import { SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FIELDS_OF_KIND, type Mapping } from '../../../../domain/import.ts';
import { useAction } from '../../../bridge/index.ts';
import { ActionDialog, Note } from '../../../ui/index.ts';
import { PartTitle } from '../../../ui/part-title.tsx';
import { AmountFields } from './amount-fields.tsx';
import { FormatFields } from './format-fields.tsx';
import { fieldWords } from './format-words.ts';
import { StatusWords } from './status-words.tsx';
import { ToleranceFields } from './tolerances.tsx';
import { mappingLacks, MAX_SOURCE_NAME, type SavedSource, wordsToPlace } from './wizard.ts';

const MAX_TITLE = 256;

export function SourceDialog(props: { readonly source: SavedSource; readonly onClose: () => void }): ReactNode {
  const { source, onClose } = props;
  const { run, busy, failure } = useAction('sources.save');
  const [name, setName] = useState(source.name);
  const [format, setFormat] = useState(source.format);
  const [mapping, setMapping] = useState(source.mapping);
  const [tolerances, setTolerances] = useState(source.tolerances);
  const { kind } = source;
  const lacks = mappingLacks(kind, mapping);
  const bar =
    name.trim() === '' ? 'A source has a name.' : lacks.length === 0 ? null : `Still missing: ${lacks.join('; ')}.`;
  const save = async (): Promise<void> => {
    const result = await run({ id: source.id, name: name.trim(), kind, format, mapping, tolerances });
    if (result?.ok === true) onClose();
  };
  return (
    <ActionDialog
      title="Edit the source"
      label="Save"
      size={720}
      action={{ busy, failure }}
      bar={bar}
      onSubmit={() => void save()}
      onClose={onClose}
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
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
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
        </SimpleGrid>
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
    </ActionDialog>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <PartTitle>{title}</PartTitle>
      {children}
    </section>
  );
}

/** The mapping in which the column of that title means the field; empty: none does. */
function withTitle(mapping: Mapping, field: keyof Mapping['columns'], title: string): Mapping {
  const others = Object.fromEntries(Object.entries(mapping.columns).filter(([name]) => name !== field));
  return { ...mapping, columns: title === '' ? others : { ...others, [field]: title } };
}
