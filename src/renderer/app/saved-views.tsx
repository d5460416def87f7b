// Saved views of a list: its address under a name.
import { screenPath } from '../../domain/console/screens.ts';
import { ActionIcon, Anchor, Button, Checkbox, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallInput, CallOutput } from '../../contract/calls.ts';
import { mayDo } from '../../domain/people/person.ts';
import { isTeamEngine, useAction, useCall, useProfile } from '../bridge/index.ts';
import { COLUMNS, FailureNotice, Form, hashHref, navigateTo, readQuery, useRouteFilters, useUi } from '../ui/index.ts';

type ListName = CallInput<'views.save'>['list'];

/** At the end of the strip of a list. */
export function SavedViews({ list }: { readonly list: ListName }) {
  const [opened, setOpened] = useState(false);
  const { query } = useAsItIs(list);
  const { data, failure, refresh } = useCall('views.list', { list });
  const remove = useAction('views.remove');
  const views = data?.views ?? [];
  const team = useTeam();
  const present = views.find((view) => readQuery(view.query).query === query);
  const face = present === undefined ? 'Views' : `View: ${present.name}`;
  const path = screenPath(list);
  const pathOf = (asked: string): string => (asked === '' ? path : `${path}?${asked}`);
  // What was saved is what is shown from now on: its columns stand in the address.
  const saved = (): void => {
    refresh();
    navigateTo(pathOf(query), { replace: true });
  };
  return (
    <Popover
      shadow="md"
      position="bottom-end"
      width={340}
      trapFocus
      middlewares={ROOM}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button size="compact-sm" px={8} maw={180} aria-label={face} title={face} onClick={() => setOpened(!opened)}>
          <IconBookmark size={16} aria-hidden="true" />
          {present === undefined ? null : (
            <Text span fz={13} ml={6} truncate>
              {present.name}
            </Text>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views" style={{ overflowY: 'auto' }}>
        <FailureNotice failure={failure} onRetry={refresh} />
        {views.length === 0 ? (
          <Text fz={12} c="dimmed" mb="sm">
            No view is saved yet. Filter and sort the list, choose its columns, then give it a name here.
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
                  href={hashHref(pathOf(view.query))}
                  aria-current={view === present ? 'true' : undefined}
                  onClick={() => setOpened(false)}
                >
                  {view.name}
                </Anchor>
                {team.isTeam ? (
                  <Text span fz={12} c="dimmed">
                    {view.mine === true ? 'mine' : 'of all'}
                  </Text>
                ) : null}
                {view.mine === true || team.maySaveForAll ? (
                  <ActionIcon
                    size={24}
                    aria-label={`Remove the view ${view.name}`}
                    disabled={remove.busy}
                    onClick={() => void remove.run({ id: view.id, seen: view.query }).then(refresh)}
                  >
                    <IconTrash size={14} aria-hidden="true" />
                  </ActionIcon>
                ) : null}
              </Group>
            ))}
          </Stack>
        )}
        <FailureNotice failure={remove.failure} />
        <SaveForm list={list} query={query} known={present?.name} views={data?.views} team={team} onSaved={saved} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The list as it is now: what its address asks for, and the columns that were kept for its screen, so that a view has them whatever is kept later. */
function useAsItIs(list: ListName): { readonly query: string } {
  const { query } = useRouteFilters();
  const kept = useUi().columns[list];
  if (kept === undefined || new URLSearchParams(query).has(COLUMNS)) return { query };
  return readQuery(`${query}&${COLUMNS}=${encodeURIComponent(kept)}`);
}

/** On one computer all views are of the business; of a team each has their own, and some may say what everybody’s are. */
interface Team {
  readonly isTeam: boolean;
  readonly maySaveForAll: boolean;
}

function useTeam(): Team {
  const { profile } = useProfile();
  const me = useCall('people.me', {}, { enabled: isTeamEngine() }).data?.person ?? null;
  const maySaveForAll = me === null || (profile !== null && mayDo(me, ['support', 'finance'], profile.id));
  return { isTeam: me !== null, maySaveForAll };
}

/** No higher than the window: at 200 % the way to save would be below it. */
const ROOM = { flip: true, shift: true, size: true };
const LIST = { overflowY: 'auto', listStyle: 'none' } as const;

/** As the engine takes a name and an address. */
const NAME_CHARACTERS = 60;
const QUERY_CHARACTERS = 4_000;

function SaveForm(props: {
  readonly list: ListName;
  readonly query: string;
  /** The view that the list shows now. */
  readonly known: string | undefined;
  /** Those that are there; undefined until they are read. */
  readonly views: CallOutput<'views.list'>['views'] | undefined;
  readonly team: Team;
  readonly onSaved: () => void;
}) {
  const { list, query, known, views, team, onSaved } = props;
  const [isForAll, setForAll] = useState(false);
  const mine = team.isTeam && !(isForAll && team.maySaveForAll);
  const [name, setName] = useState('');
  const { run, busy, failure } = useAction('views.save');
  const isTooLong = query.length > QUERY_CHARACTERS;
  const save = async (): Promise<void> => {
    const there = views?.find((view) => view.name === name.trim() && (view.mine === true) === mine)?.query ?? null;
    const seen = views === undefined ? {} : { seen: there };
    const result = await run({ list, name: name.trim(), query, ...(mine ? { mine } : {}), ...seen });
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
        description="A name that is there already gets these filters and columns."
        placeholder={known ?? 'Failed at my shop'}
        maxLength={NAME_CHARACTERS}
        value={name}
        error={isTooLong ? 'These filters are too long to be kept.' : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {team.maySaveForAll && team.isTeam ? (
        <Checkbox
          mt="xs"
          label="For everybody in the business"
          checked={isForAll}
          onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
        />
      ) : null}
      <Button type="submit" fullWidth my="xs" loading={busy} disabled={name.trim() === '' || isTooLong}>
        Save view
      </Button>
      <FailureNotice failure={failure} />
    </Form>
  );
}
