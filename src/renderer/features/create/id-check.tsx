/**
 * Whether the order id is free, while it is typed: the mirror first, then the API once the id has stood still. And the next free one.
 */
import { Button, Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { IdCheck } from '../../../contract/calls/creates.ts';
import { isTerminal } from '../../../domain/invoice.ts';
import { useAction, useCall } from '../../bridge/index.ts';
import { failureWords, hashHref, MoneyText } from '../../ui/index.ts';

/** Long enough that nobody is still typing: a look costs a request of the budget. */
const SETTLED_MS = 700;

/** A line under the id. Nothing while there is no id that could be asked for. */
export function IdState(props: { readonly externalId: string; readonly onPropose: (id: string) => void }): ReactNode {
  const { externalId } = props;
  const settled = useSettled(externalId);
  const isSettled = settled === externalId;
  const { data, failure, isPrevious, isRefreshing } = useCall(
    'invoices.checkId',
    { externalId: settled, ask: true },
    { enabled: settled !== '', refreshOn: ['invoices'] },
  );
  const isKnown = isSettled && data !== undefined && !isPrevious && data.externalId === externalId;
  return (
    <div className="mc-create-id" role="status">
      {isKnown && !isRefreshing ? <Verdict check={data} onPropose={props.onPropose} /> : null}
      {!isKnown && failure !== undefined && isSettled ? (
        <span>Whether it is free could not be asked. {failureWords(failure).sentence}</span>
      ) : null}
      {!isKnown && failure === undefined ? (
        <span>
          <Loader size={12} /> Looking whether it is free…
        </span>
      ) : null}
    </div>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Verdict({
  check,
  onPropose,
}: {
  readonly check: IdCheck;
  readonly onPropose: (id: string) => void;
}): ReactNode {
  switch (check.state) {
    case 'free':
      return (
        <span className="mc-create-free">
          <IconCheck size={14} aria-hidden="true" /> Free: the API has no invoice with this id.
        </span>
      );
    case 'unseen':
      return <span>Not in the mirror.</span>;
    case 'unclear':
      return (
        <span>Whether it is free could not be asked. {check.failure && failureWords(check.failure).sentence}</span>
      );
    case 'reserved':
      return (
        <span className="mc-create-care">
          This console is sending an order with this id right now. <Propose check={check} onPropose={onPropose} />
        </span>
      );
    case 'taken':
      return <Taken check={check} onPropose={onPropose} />;
  }
}

function Taken({ check, onPropose }: { readonly check: IdCheck; readonly onPropose: (id: string) => void }): ReactNode {
  const { invoice } = check;
  if (invoice === undefined) return null;
  return (
    <span className="mc-create-care">
      Taken by{' '}
      <a className="mc-link" href={hashHref(`/invoices/${encodeURIComponent(invoice.uuid)}`)}>
        an invoice
      </a>{' '}
      over <MoneyText value={invoice.amount} currency={invoice.currency.code} />.{' '}
      {isTerminal(invoice.status)
        ? 'It is closed, so the API will refuse the id.'
        : 'While it is pending, the same order gets this invoice back; nothing new is made.'}{' '}
      <Propose check={check} onPropose={onPropose} />
    </span>
  );
}

function Propose({
  check,
  onPropose,
}: {
  readonly check: IdCheck;
  readonly onPropose: (id: string) => void;
}): ReactNode {
  const { run, busy } = useAction('invoices.proposeId');
  const [isNone, setNone] = useState(false);
  const ask = async (): Promise<void> => {
    const result = await run({ externalId: check.externalId });
    const id = result.ok ? result.value.proposal?.externalId : undefined;
    setNone(id === undefined);
    if (id !== undefined) onPropose(id);
  };
  return (
    <>
      <Button size="compact-xs" variant="default" loading={busy} onClick={() => void ask()}>
        Take the next free id
      </Button>
      {isNone ? ' None could be found: type another.' : null}
    </>
  );
}
