// Where ids are typed or pasted on the screen, one or a column, and what is done with what stands around them.
import { Button, Textarea } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MAX_LOOKUP_IDS, parseIds } from '../../../domain/lookup.ts';
import { countWords, isHeld, Panel } from '../../ui/index.ts';
import { leftOutWords } from './lookup-view.ts';
import classes from './lookup.module.css';

export interface LookupFormProps {
  readonly text: string;
  readonly onFind: (text: string) => void;
}

/** Ctrl and Enter looks up; Enter alone does for one id. */
export function LookupForm({ text, onFind }: LookupFormProps): ReactNode {
  const [draft, setDraft] = useState(text);
  const pasted = parseIds(draft);
  const submit = (): void => {
    if (pasted.ids.length > 0) onFind(draft);
  };
  return (
    <Panel>
      <form
        className={classes.lookupForm}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          label="Ids"
          description={`Of invoices (uuid or external id), customers, webhook deliveries, withdrawals, or transaction hashes: one, or up to ${MAX_LOOKUP_IDS} in lines.`}
          value={draft}
          minRows={1}
          maxRows={text === '' ? 10 : 4}
          autosize
          spellCheck={false}
          data-console-search=""
          classNames={{ input: 'mc-mono' }}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            const isOne = !draft.includes('\n') && !event.shiftKey;
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(isHeld(event) || isOne)) return;
            event.preventDefault();
            submit();
          }}
        />
        <div className={classes.lookupLine}>
          <Button
            type="submit"
            disabled={pasted.ids.length === 0}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
          >
            {pasted.ids.length > 1 ? `Find ${countWords(pasted.ids.length, 'id', 'ids')}` : 'Find'}
          </Button>
          <span className="mc-note">
            Spaces and quotation marks around an id are taken off. Case matters, except in uuids and hexadecimal hashes.
          </span>
        </div>
        {leftOutWords(pasted).map((words) => (
          <p key={words} className="mc-note" role="status">
            {words}
          </p>
        ))}
      </form>
    </Panel>
  );
}
