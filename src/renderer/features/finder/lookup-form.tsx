// Where ids are typed or pasted on the screen, one or a column, and what is done with what stands around them.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MAX_LOOKUP_IDS, parseIds } from '../../../domain/records/lookup.ts';
import { countWords, Form, isHeld, Panel } from '../../ui/index.ts';
import { leftOutWords } from './lookup-view.ts';

/** Ctrl and Enter looks up; Enter alone does for one id. */
export function LookupForm(props: { readonly text: string; readonly onFind: (text: string) => void }): ReactNode {
  const { text, onFind } = props;
  const [draft, setDraft] = useState(text);
  const pasted = parseIds(draft);
  const submit = (): void => {
    if (pasted.ids.length > 0) onFind(draft);
  };
  return (
    <Panel>
      <Form onSubmit={submit}>
        <Stack gap="sm">
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
          <Group gap="8px 16px">
            <Button
              type="submit"
              disabled={pasted.ids.length === 0}
              leftSection={<IconSearch size={16} aria-hidden="true" />}
            >
              {pasted.ids.length > 1 ? `Find ${countWords(pasted.ids.length, 'id', 'ids')}` : 'Find'}
            </Button>
            <span className="mc-note">
              Spaces and quotation marks around an id are taken off. Case matters, except in uuids and hexadecimal
              hashes.
            </span>
          </Group>
          {leftOutWords(pasted).map((words) => (
            <p key={words} className="mc-note" role="status">
              {words}
            </p>
          ))}
        </Stack>
      </Form>
    </Panel>
  );
}
