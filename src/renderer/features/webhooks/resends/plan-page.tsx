// A resend on a screen of its own: by a filter, by picked rows or by pasted ids.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useProfile } from '../../../bridge/index.ts';
import {
  EmptyState,
  Form,
  hashHref,
  Link,
  navigateTo,
  PageFrame,
  Panel,
  runPath,
  RUNS_PATH,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { type ResendAsked, askedBy, askedWords, PLAN_OF_IDS, usePasted } from './asked.ts';
import { PlanBody } from './plan-body.tsx';
import { MAX_LOOKUP_IDS, parseSeparatedIds } from '../../../../domain/records/lookup.ts';
import { pastedWords } from './plan-words.ts';

/** What the address asks for, or null where it asks for nothing; kept equal while the address is. */
export function useAsked(): ResendAsked {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const { id: profile } = useProfile();
  const text = usePastedOf(profile);
  return useMemo(() => askedBy(route, timeZone, profile, text), [route, timeZone, profile, text]);
}

/** What this profile has pasted; the ids of one business mean nothing to another. */
function usePastedOf(profile: string | null): string {
  return usePasted((pasted) => (pasted.profile === profile ? pasted.text : ''));
}

/** The resend that the address asks for, or the field to ask for one. */
export function PlanPage(): ReactNode {
  const { query } = useRouteFilters();
  const asked = useAsked();
  return (
    <PageFrame
      title="Resend"
      back={<Link to={screenPath('deliveries')}>Deliveries</Link>}
      subtitle={asked.kind === 'selection' ? askedWords(asked.selection) : 'Nothing is sent before you say so.'}
      actions={
        <Button component="a" href={hashHref(RUNS_PATH)} variant="default">
          All resends
        </Button>
      }
    >
      {asked.kind === 'nothing' ? (
        <PasteForm />
      ) : (
        <Panel>
          <AskedBody key={query} asked={asked} onBegun={(runId) => navigateTo(runPath(runId))} />
        </Panel>
      )}
    </PageFrame>
  );
}

/** What was asked for, or why it is not known; nothing of nothing. */
export function AskedBody({ asked, onBegun }: { asked: ResendAsked; onBegun: (runId: string) => void }): ReactNode {
  switch (asked.kind) {
    case 'selection':
      return <PlanBody selection={asked.selection} onBegun={onBegun} />;
    case 'nothing':
      return null;
    case 'gone':
      return (
        <EmptyState kind="nothing-matches" title="The picked rows are no longer known">
          What was picked is kept only while the window is open, and only for its profile. Nothing was sent.{' '}
          <Link to={screenPath('deliveries')} inline>
            Pick them again
          </Link>
        </EmptyState>
      );
    case 'misread':
      return (
        <EmptyState kind="nothing-matches" title="This filter is not understood">
          A part of it means nothing to this console. Leaving it out would take in more than was meant, so nothing is
          sent.{' '}
          <Link to={screenPath('deliveries')} inline>
            Choose again in the list
          </Link>
        </EmptyState>
      );
  }
}

function PasteForm(): ReactNode {
  const { id: profile } = useProfile();
  const [text, setText] = useState(usePastedOf(profile));
  const pasted = parseSeparatedIds(text);
  return (
    <Stack maw={760}>
      <Panel title="Paste ids">
        <Form
          onSubmit={() => {
            if (pasted.ids.length === 0) return;
            usePasted.setState({ profile, text });
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
        </Form>
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
