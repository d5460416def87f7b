// Everything of the business that stands still since a copy of the books was put back: what it is, what is known of
// it, and the two things that a person can say.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { screenPath } from '../../../../domain/screens.ts';
import type { BooksRestore, StandingStill } from '../../../../contract/calls/books.ts';
import { useActions, useCall, useWriteBar } from '../../../bridge/index.ts';
import {
  EmptyState,
  FailureNotice,
  failureWords,
  GroupedTable,
  hashHref,
  InstantText,
  invoicePath,
  Notice,
  PageFrame,
  plainText,
  ReadState,
  runPath,
  ZoneNote,
} from '../../../ui/index.ts';
import classes from './restored.module.css';

interface KindWords {
  readonly what: string;
  readonly continue: string;
  readonly continueMeans: string;
  readonly end: string;
  readonly endMeans: string;
}

const KIND_WORDS: Readonly<Record<StandingStill['kind'], KindWords>> = {
  run: {
    what: 'Resend run',
    continue: 'Go on',
    continueMeans:
      'Going on sends what waits; a webhook that was resent since the copy is skipped, as far as its deliveries show it.',
    end: 'Cancel the run',
    endMeans: 'Cancelling sends nothing more.',
  },
  resend: {
    what: 'Resend for this invoice',
    continue: 'Find out',
    continueMeans: 'Finding out reads the deliveries for what became of it, and sends nothing.',
    end: 'End it',
    endMeans: 'Ending leaves it as not known; the webhook can be resent anew.',
  },
  create: {
    what: 'Order',
    continue: 'Find out',
    continueMeans: 'Finding out asks the API what it has under the order’s id, and sends nothing.',
    end: 'End it',
    endMeans: 'Ending leaves it as not known; the same order under the same id can be sent anew.',
  },
};

export function RestoredPage(): ReactNode {
  const list = useCall('restored.list', {}, { refreshOn: ['deliveries', 'invoices'] });
  return (
    <PageFrame
      title="Restored"
      subtitle="What stands still since the books were put back from a copy. Nothing of it goes on by itself."
      actions={<ZoneNote />}
    >
      <ReadState read={list} unreadTitle="The books could not be read">
        {({ restore, items }) => (
          <>
            {restore === undefined ? null : <Known restore={restore} isOpen={items.length > 0} />}
            {items.length === 0 ? (
              <EmptyState kind="nothing-yet" title="Nothing stands still">
                Every run, resend and order of this business has its end, or goes on.
              </EmptyState>
            ) : (
              <Items items={items} onDecided={list.refresh} />
            )}
          </>
        )}
      </ReadState>
    </PageFrame>
  );
}

function Known({ restore, isOpen }: { readonly restore: BooksRestore; readonly isOpen: boolean }): ReactNode {
  const { asOf, usedUntil } = restore;
  return (
    <Notice tone="warn" title="What was sent after the copy is not known">
      The books are as of <InstantText value={asOf} />
      {usedUntil === undefined ? null : (
        <>
          ; this console was used until <InstantText value={usedUntil} />
        </>
      )}
      . Resends and orders that were sent since the copy was made are not in them. The API has them: look at the
      deliveries, or at the order, before you {isOpen ? 'decide' : 'send anything again'}.
    </Notice>
  );
}

function Items(props: { readonly items: readonly StandingStill[]; readonly onDecided: () => void }): ReactNode {
  const { items, onDecided } = props;
  const { run, busy, failure } = useActions();
  const decide = async ({ kind, id }: StandingStill, decision: 'continue' | 'end'): Promise<void> => {
    await run('restored.decide', { kind, id, decision });
    onDecided();
  };
  return (
    <>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
      <GroupedTable label="What stands still" className={classes.restored}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Begun</th>
            <th scope="col">Your decision</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={`${item.kind} ${item.id}`} item={item} isBusy={busy} onDecide={decide} />
          ))}
        </tbody>
      </GroupedTable>
    </>
  );
}

function Row(props: {
  readonly item: StandingStill;
  readonly isBusy: boolean;
  readonly onDecide: (item: StandingStill, decision: 'continue' | 'end') => Promise<void>;
}): ReactNode {
  const { item, isBusy, onDecide } = props;
  const bar = useWriteBar();
  const words = KIND_WORDS[item.kind];
  const name = plainText(item.name.slice(0, 128));
  return (
    <tr data-first>
      <th scope="row">
        <a className="mc-link" href={hashHref(pathOf(item))}>
          {name}
        </a>
        <p className="mc-note">
          {words.what}
          {item.waiting === undefined ? null : `, ${item.waiting.toLocaleString('en-GB')} waiting in the copy`}
        </p>
      </th>
      <td>
        <InstantText value={item.since} withAge />
      </td>
      <td>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || bar !== null}
            title={bar === null ? words.continueMeans : `Not possible now. ${failureWords(bar).sentence}`}
            aria-label={`${words.continue}: ${name}`}
            onClick={() => void onDecide(item, 'continue')}
          >
            {words.continue}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            title={words.endMeans}
            aria-label={`${words.end}: ${name}`}
            onClick={() => void onDecide(item, 'end')}
          >
            {words.end}
          </Button>
        </Group>
        <p className="mc-note">{words.continueMeans}</p>
        <p className="mc-note">{words.endMeans}</p>
      </td>
    </tr>
  );
}

function pathOf({ kind, id, name }: StandingStill): string {
  if (kind === 'run') return runPath(id);
  return kind === 'resend' ? invoicePath(name) : screenPath('created', { intent: id });
}
