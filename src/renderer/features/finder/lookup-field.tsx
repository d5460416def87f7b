/**
 * The field in the frame that takes any id. A pasted column goes to the screen for many ids at once. Not here: what is found
 * (lookup-page.tsx), the key that leads here (app/use-shortcuts).
 */
import { Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MAX_ID_CHARACTERS, parseIds } from '../../../domain/lookup.ts';
import { useProfile } from '../../bridge/index.ts';
import { heldHere, lookupOfIdPath, lookupOfTextPath, navigateTo } from '../../ui/index.ts';
import './lookup-field.css';

/** Enter looks the id up. */
export function LookupField(): ReactNode {
  const { id: profile } = useProfile();
  const [text, setText] = useState('');
  const find = (pasted: string): void => {
    if (profile === null) return;
    const { ids } = parseIds(pasted);
    const [only] = ids;
    if (only === undefined) return;
    setText('');
    navigateTo(ids.length === 1 ? lookupOfIdPath(only) : lookupOfTextPath(profile, pasted));
  };
  return (
    <form
      className="mc-find"
      role="search"
      aria-label="Any id"
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
      }}
    >
      <TextInput
        aria-label="Find any id"
        placeholder="Find any id"
        value={text}
        maxLength={MAX_ID_CHARACTERS}
        type="search"
        autoComplete="off"
        spellCheck={false}
        data-console-find=""
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSectionWidth={64}
        rightSection={
          text === '' ? (
            <span className="mc-find-keys" aria-hidden="true">
              <Kbd size="xs">{heldHere()}</Kbd> <Kbd size="xs">K</Kbd>
            </span>
          ) : null
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          // A field of one line would run the ids of a column together.
          if (parseIds(pasted).ids.length < 2) return;
          event.preventDefault();
          find(pasted);
        }}
      />
    </form>
  );
}
