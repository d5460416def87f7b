// What stands still since a copy of the books was put back, and the two things that a person can say.
import { Button, Group } from '@mantine/core';
import { screenPath } from '../../../domain/console/screens.ts';
import type { BooksRestore, StandingStill } from '../../../contract/calls/books.ts';
import { useActions, useCall, useWriteBar } from '../../bridge/index.ts';
import {
  EmptyState,
  FailureNotice,
  failureWords,
  grouped,
  InstantText,
  invoicePath,
  Link,
  Notice,
  PageFrame,
  TablePanel,
  plainText,
  ReadState,
  runPath,
  Under,
} from '../../ui/index.ts';

type Decision = 'continue' | 'end';

/** What each is, and of each decision what its button says and means. */
const KIND_WORDS: Readonly<
  Record<StandingStill['kind'], { readonly what: string } & Readonly<Record<Decision, readonly [string, string]>>>
> = {
  run: {
    what: 'Resend run',
    continue: [
      'Go on',
      'Going on sends what waits; a webhook that was resent since the copy is skipped, as far as its deliveries show it.',
    ],
    end: ['Cancel the run', 'Cancelling sends nothing more.'],
  },
  'order-run': {
    what: 'Orders of a file',
    continue: [
      'Go on',
      'Going on sends what waits, exactly as before; an order that was created since the copy is found and not made again.',
    ],
    end: ['Cancel the run', 'Cancelling sends nothing more.'],
  },
  resend: {
    what: 'Resend for this invoice',
    continue: ['Find out', 'Finding out reads the deliveries for what became of it, and sends nothing.'],
    end: ['End it', 'Ending leaves it as not known; the webhook can be resent anew.'],
  },
  create: {
    what: 'Order',
    continue: ['Find out', 'Finding out asks the API what it has under the order’s id, and sends nothing.'],
    end: ['End it', 'Ending leaves it as not known; the same order under the same id can be sent anew.'],
  },
};

export function RestoredPage() {
  const list = useCall('restored.list', {}, { refreshOn: ['deliveries', 'invoices'] });
  return (
    <PageFrame
      title="Restored"
      subtitle="What stands still since the books were put back from a copy. Nothing of it goes on by itself."
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

function Known({ restore, isOpen }: { readonly restore: BooksRestore; readonly isOpen: boolean }) {
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

function Items(props: { readonly items: readonly StandingStill[]; readonly onDecided: () => void }) {
  const { items, onDecided } = props;
  const { run, busy, failure } = useActions();
  const decide = async ({ kind, id }: StandingStill, decision: Decision): Promise<void> => {
    await run('restored.decide', { kind, id, decision });
    onDecided();
  };
  return (
    <>
      <FailureNotice failure={failure} />
      <TablePanel
        label="What stands still"
        rows={items}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        columns={({ cell }) => [
          cell('What', (item) => (
            <>
              <Link to={pathOf(item)}>{plainText(item.name.slice(0, 128))}</Link>
              <Under>
                {KIND_WORDS[item.kind].what}
                {item.waiting === undefined ? null : `, ${grouped(item.waiting)} waiting in the copy`}
              </Under>
            </>
          )),
          cell('Begun', ({ since }) => <InstantText value={since} withAge />),
          cell('Your decision', (item) => (
            <Choice item={item} isBusy={busy} onDecide={(decision) => void decide(item, decision)} />
          )),
        ]}
      />
    </>
  );
}

interface ChoiceProps {
  readonly item: StandingStill;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

function Choice({ item, isBusy, onDecide }: ChoiceProps) {
  const bar = useWriteBar();
  const decisions = (['continue', 'end'] as const).map((decision) => {
    const [words, means] = KIND_WORDS[item.kind][decision];
    return { decision, words, means, why: decision === 'end' ? null : bar };
  });
  return (
    <>
      <Group gap="xs">
        {decisions.map(({ decision, words, means, why }) => (
          <Button
            key={decision}
            size="xs"
            disabled={isBusy || why !== null}
            title={why === null ? means : `Not possible now. ${failureWords(why).sentence}`}
            aria-label={`${words}: ${plainText(item.name.slice(0, 128))}`}
            onClick={() => onDecide(decision)}
          >
            {words}
          </Button>
        ))}
      </Group>
      {decisions.map(({ decision, means }) => (
        <Under key={decision}>{means}</Under>
      ))}
    </>
  );
}

function pathOf({ kind, id, name }: StandingStill): string {
  if (kind === 'run') return runPath(id);
  if (kind === 'order-run') return screenPath('order-run', { id });
  return kind === 'resend' ? invoicePath(name) : screenPath('created', { intent: id });
}
