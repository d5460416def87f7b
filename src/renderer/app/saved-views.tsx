// Saved views of a list: its address under a name, with how many rows each has now.
import { screenPath } from '../../domain/screens.ts';
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '../../contract/calls.ts';
import type { SavedView } from '../../contract/calls/desk.ts';
import { useAction, useCall } from '../bridge/index.ts';
import { invoiceFilter } from '../features/invoices/filters.ts';
import { deskFilter, FailureNotice, hashHref, readQuery, useRouteFilters, useUi } from '../ui/index.ts';
import classes from './frame.module.css';

type ListName = CallInput<'views.list'>['list'];

/** The views of the list of deliveries. */
export function DeliveryViews(): ReactNode {
  return <SavedViews list="deliveries" path={screenPath('deliveries')} Count={DeliveryCount} />;
}

/** The views of the list of invoices. */
export function InvoiceViews(): ReactNode {
  return <SavedViews list="invoices" path={screenPath('invoices')} Count={InvoiceCount} />;
}

interface CountProps {
  readonly query: string;
}

function DeliveryCount({ query }: CountProps): ReactNode {
  const { timeZone } = useUi();
  const filter = deskFilter(readQuery(query), timeZone);
  const { data } = useCall(
    'deliveries.page',
    { filter, offset: 0, limit: 1 },
    { refreshOn: ['deliveries', 'invoices'] },
  );
  return <Count total={data?.total} />;
}

function InvoiceCount({ query }: CountProps): ReactNode {
  const { timeZone } = useUi();
  const filter = invoiceFilter(readQuery(query), timeZone);
  const { data } = useCall('invoices.page', { filter, offset: 0, limit: 1 }, { refreshOn: ['invoices'] });
  return <Count total={data?.total} />;
}

function Count({ total }: { readonly total: number | undefined }): ReactNode {
  return (
    <span className={`${classes.viewsCount} mc-num`}>{total === undefined ? '…' : total.toLocaleString('en-GB')}</span>
  );
}

interface ViewsProps {
  readonly list: ListName;
  readonly path: string;
  /** How many rows a view has; asked only while the views are in sight. */
  readonly Count: (props: CountProps) => ReactNode;
}

function SavedViews(props: ViewsProps): ReactNode {
  const { list } = props;
  const [opened, setOpened] = useState(false);
  const { query } = useRouteFilters();
  const { data, failure, refresh } = useCall('views.list', { list });
  const views = data?.views ?? [];
  const present = views.find((view) => readQuery(view.query).query === query);
  return (
    <Popover position="bottom-end" shadow="md" width={340} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {present === undefined ? 'Views' : `View: ${present.name}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
        <ViewList
          {...props}
          views={views}
          presentId={present?.id}
          onDone={() => setOpened(false)}
          onChanged={refresh}
        />
        <SaveForm list={list} query={query} known={present?.name} onSaved={refresh} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ViewList(
  props: ViewsProps & {
    readonly views: readonly SavedView[];
    readonly presentId: string | undefined;
    readonly onDone: () => void;
    readonly onChanged: () => void;
  },
): ReactNode {
  const { path, Count: Rows, views, presentId, onDone, onChanged } = props;
  const remove = useAction('views.remove');
  if (views.length === 0) {
    return (
      <p className={classes.viewsNone}>No view is saved yet. Filter and sort the list, then give it a name here.</p>
    );
  }
  return (
    <>
      <ul className={classes.views} aria-label="Saved views">
        {views.map(({ id, name, query }) => (
          <li key={id} className={classes.viewsLine}>
            <a
              className={classes.viewsName}
              href={hashHref(query === '' ? path : `${path}?${query}`)}
              aria-current={id === presentId ? 'true' : undefined}
              onClick={onDone}
            >
              {name}
            </a>
            <Rows query={query} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Remove the view ${name}`}
              disabled={remove.busy}
              onClick={() => void remove.run({ id }).then(onChanged)}
            >
              <IconTrash size={14} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {remove.failure === undefined ? null : <FailureNotice failure={remove.failure} />}
    </>
  );
}

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
    <form
      className={classes.viewsForm}
      onSubmit={(event) => {
        event.preventDefault();
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
      <Button type="submit" variant="default" loading={busy} disabled={name.trim() === '' || isTooLong}>
        Save view
      </Button>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
    </form>
  );
}
