/** Which source a file is of: what that one remembers is what holds then. */
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Wizard } from './use-wizard.ts';
import type { SavedSource } from './wizard.ts';

const NOBODY = '';

/** Nothing where there is no source of the kind. `nobody`: what it is called when none is chosen. */
export function SourceChoice(props: {
  readonly label: string;
  readonly nobody: string;
  readonly wizard: Wizard;
  readonly source: SavedSource | null;
}): ReactNode {
  const { label, nobody, wizard, source } = props;
  const { draft, change, sources } = wizard;
  const ours = (sources.data?.sources ?? []).filter(({ kind }) => kind === draft.kind);
  if (ours.length === 0) return null;
  return (
    <NativeSelect
      label={label}
      value={source?.id ?? NOBODY}
      data={[{ value: NOBODY, label: nobody }, ...ours.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ currentTarget: { value } }) =>
        change(
          value === NOBODY
            ? { choice: { kind: 'new' } }
            : { choice: { kind: 'saved', id: value }, said: {}, mapping: null, tolerances: null },
        )
      }
    />
  );
}
