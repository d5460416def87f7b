// Asking for a plan by pasted ids, and the other ways to ask.
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MAX_LOOKUP_IDS, parseSeparatedIds } from '../../../../domain/lookup.ts';
import { useProfile } from '../../../bridge/index.ts';
import { hashHref, navigateTo, Panel } from '../../../ui/index.ts';
import { PLAN_OF_IDS, usePasted } from './asked.ts';
import { pastedWords } from './plan-words.ts';

/** The field, and where else a plan begins. */
export function PasteForm(): ReactNode {
  const { id: profile } = useProfile();
  const kept = usePasted();
  const [text, setText] = useState(kept.profile === profile ? kept.text : '');
  const pasted = parseSeparatedIds(text);
  return (
    <Stack maw={760}>
      <Panel title="Paste ids">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.ids.length === 0) return;
            kept.keep(profile, text);
            navigateTo(PLAN_OF_IDS);
          }}
        >
          <Textarea
            label="Invoice ids"
            description={`Uuids or the shop’s own ids, up to ${MAX_LOOKUP_IDS}, with any separators between them.`}
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'mc-mono' }}
            placeholder={'order-1041\norder-1042\n3f1c2b1e-0000-4000-8000-000000000042'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="space-between" mt="md">
            <Text size="xs" c="dimmed" role="status">
              {pastedWords(pasted)}
            </Text>
            <Button type="submit" disabled={pasted.ids.length === 0}>
              Look up what goes out
            </Button>
          </Group>
        </form>
      </Panel>
      <Panel title="Or from the list of deliveries">
        <Text size="xs" c="dimmed">
          Filter the list, or pick rows in it, and resend them there. What goes out, who stays out and why is shown
          first; nothing is sent before you say so.
        </Text>
        <Group mt="sm">
          <Button component="a" href={hashHref(`${screenPath('deliveries')}?state=failed`)} variant="default">
            Failed deliveries
          </Button>
          <Button component="a" href={hashHref(screenPath('deliveries'))} variant="default">
            All deliveries
          </Button>
        </Group>
      </Panel>
    </Stack>
  );
}
