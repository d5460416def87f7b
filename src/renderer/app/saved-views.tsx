// Saved views of a list: its address under a name.
import { screenPath } from '../../domain/console/screens.ts';
import { ActionIcon, Anchor, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '../../contract/calls.ts';
import { useAction, useCall } from '../bridge/index.ts';
import { FailureNotice, Form, hashHref, readQuery, useRouteFilters } from '../ui/index.ts';

type ListName = CallInput<'views.list'>['list'];

export function DeliveryViews(): ReactNode {
  return <SavedViews list="deliveries" />;
}

export function InvoiceViews(): ReactNode {
  return <SavedViews list="invoices" />;
}

function SavedViews({ list }: { readonly list: ListName }): ReactNode {
  const [opened, setOpened] = useState(false);
  const { query } = useRouteFilters();
  const { data, failure, refresh } = useCall('views.list', { list });
  const remove = useAction('views.remove');
  const views = data?.views ?? [];
  const present = views.find((view) => readQuery(view.query).query === query);
  const path = screenPath(list);
  return (
    <Popover position="bottom-end" shadow="md" width={340} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {present === undefined ? 'Views' : `View: ${present.name}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        <FailureNotice failure={failure} onRetry={refresh} />
        {views.length === 0 ? (
          <Text fz={12} c="dimmed" mb="sm">
            No view is saved yet. Filter and sort the list, then give it a name here.
          </Text>
        ) : (
          <Stack component="ul" gap={0} m={0} mb="sm" p={0} mah={300} style={LIST} aria-label="Saved views">
            {views.map((view) => (
              <Group component="li" key={view.id} gap={8} wrap="nowrap">
                <Anchor
                  flex={1}
                  py={6}
                  fz={13}
                  fw={view === present ? 600 : 400}
                  c={view === present ? 'var(--mc-accent-text)' : 'var(--mc-text)'}
                  underline="hover"
                  style={{ overflowWrap: 'anywhere' }}
                  href={hashHref(view.query === '' ? path : `${path}?${view.query}`)}
                  aria-current={view === present ? 'true' : undefined}
                  onClick={() => setOpened(false)}
                >
                  {view.name}
                </Anchor>
                <ActionIcon
                  size={24}
                  aria-label={`Remove the view ${view.name}`}
                  disabled={remove.busy}
                  onClick={() => void remove.run({ id: view.id }).then(refresh)}
                >
                  <IconTrash size={14} aria-hidden="true" />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        )}
        <FailureNotice failure={remove.failure} />
        <SaveForm list={list} query={query} known={present?.name} onSaved={refresh} />
      </Popover.Dropdown>
    </Popover>
  );
}

const LIST = { overflowY: 'auto', listStyle: 'none' } as const;

/** As the engine takes a name and an address. */
const NAME_CHARACTERS = 60;
const QUERY_CHARACTERS = 4_000;

function SaveForm(props: {
  readonly list: ListName;
  readonly query: string;
  /** The view that the list shows now. */
  readonly known: string | undefined;
  readonly onSaved: () => void;
}): ReactNode {
  const { list, query, known, onSaved } = props;
  const [name, setName] = useState('');
  const { run, busy, failure } = useAction('views.save');
  const isTooLong = query.length > QUERY_CHARACTERS;
  const save = async (): Promise<void> => {
    const result = await run({ list, name: name.trim(), query });
    if (result?.ok !== true) return;
    setName('');
    onSaved();
  };
  return (
    <Form
      onSubmit={() => {
        if (name.trim() !== '' && !isTooLong) void save();
      }}
    >
      <TextInput
        size="sm"
        label="Save the list as it is now"
        description="A name that is there already gets these filters."
        placeholder={known ?? 'Failed at my shop'}
        maxLength={NAME_CHARACTERS}
        value={name}
        error={isTooLong ? 'These filters are too long to be kept.' : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        fullWidth
        my="xs"
        loading={busy}
        disabled={name.trim() === '' || isTooLong}
      >
        Save view
      </Button>
      <FailureNotice failure={failure} />
    </Form>
  );
}
