// Whether the order id is free, while it is typed: the mirror first, then the API once the id has stood still.
import { Button, Loader, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { IdCheck } from '../../../../contract/calls/creates.ts';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import { isTerminal } from '../../../../domain/records/invoice.ts';
import { useAction, useCall } from '../../../bridge/index.ts';
import { failureWords, invoicePath, Link, MoneyText, useSettled } from '../../../ui/index.ts';
import { focusFieldUnlessTyping } from './use-form.ts';

/** Takes a free id for one that cannot be used; false when that one does not stand in the form any more. */
type TakeId = (unusable: string, free: string) => boolean;

/** A line under the id. Nothing while there is no id that could be asked for. */
export function IdState(props: { readonly externalId: string; readonly onPropose: TakeId }) {
  const { externalId } = props;
  const settled = useSettled(externalId) ?? '';
  const isSettled = settled === externalId;
  const enabled = settled !== '';
  // For a free id this one asks the API each time, so it is not repeated whenever a walk brings a page; the second costs no request.
  const asked = useCall('invoices.checkId', { externalId: settled, ask: true }, { enabled });
  const followed = useCall('invoices.checkId', { externalId: settled }, { enabled, refreshOn: ['invoices'] });
  const check = isSettled ? latestCheck(externalId, asked.data, followed.data) : undefined;
  const failure = isSettled ? asked.failure : undefined;
  return (
    <Text component="div" mt={4} fz="xs" lh="20px" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
      {check === undefined ? null : (
        <Verdict check={check} isAsking={asked.isRefreshing} onAsk={asked.refresh} onPropose={props.onPropose} />
      )}
      {check === undefined && failure !== undefined ? (
        <Unclear failure={failure} isAsking={asked.isRefreshing} onAsk={asked.refresh} />
      ) : null}
      {check === undefined && failure === undefined ? (
        <span>
          <Loader size={12} /> Looking whether it is free…
        </span>
      ) : null}
    </Text>
  );
}

interface AskProps {
  readonly isAsking: boolean;
  readonly onAsk: () => void;
}

function AskAgain({ isAsking, onAsk }: AskProps) {
  return (
    <Button size="compact-xs" loading={isAsking} onClick={onAsk}>
      Ask the API
    </Button>
  );
}

function Unclear({ failure, ...ask }: AskProps & { readonly failure: Failure | undefined }) {
  return (
    <span>
      Whether it is free could not be asked. {failure === undefined ? null : `${failureWords(failure).sentence} `}
      <AskAgain {...ask} />
    </span>
  );
}

function Verdict({ check, onPropose, ...ask }: AskProps & { readonly check: IdCheck; readonly onPropose: TakeId }) {
  switch (check.state) {
    case 'free':
      return (
        <Text span inherit c="var(--mc-good-text)" data-free>
          <IconCheck size={12} aria-hidden="true" /> Not used yet
        </Text>
      );
    case 'unseen':
      return (
        <span>
          Not in the mirror. <AskAgain {...ask} />
        </span>
      );
    case 'unclear':
      return <Unclear failure={check.failure} {...ask} />;
    case 'reserved':
      return (
        <Text span inherit c="var(--mc-warn-text)">
          This console is sending an order with this id right now. <Propose check={check} onPropose={onPropose} />
        </Text>
      );
    case 'taken':
      return <Taken check={check} onPropose={onPropose} />;
  }
}

function Taken({ check, onPropose }: { readonly check: IdCheck; readonly onPropose: TakeId }) {
  const { externalId, invoice } = check;
  if (invoice === undefined) return null;
  return (
    <Text span inherit c="var(--mc-warn-text)">
      {invoice.external_id === externalId ? 'Taken by' : 'This is the uuid of'}{' '}
      <Link inline to={invoicePath(invoice.uuid)}>
        an invoice
      </Link>{' '}
      over <MoneyText value={invoice.amount} currency={invoice.currency.code} />. {takenWords(externalId, invoice)}{' '}
      <Propose check={check} onPropose={onPropose} />
    </Text>
  );
}

/** The API finds an invoice by either of its ids under one address, and the specification does not say which of the two goes first. */
function takenWords(externalId: string, invoice: NonNullable<IdCheck['invoice']>): string {
  if (invoice.external_id !== externalId) {
    return 'The API finds invoices by both of their ids, so nobody could tell the two apart; nothing is sent under it.';
  }
  return isTerminal(invoice.status)
    ? 'It is closed, so the API will refuse the id.'
    : 'While it is pending, the same order gets this invoice back; nothing new is made.';
}

function Propose({ check, onPropose }: { readonly check: IdCheck; readonly onPropose: TakeId }) {
  const { run, busy } = useAction('invoices.proposeId');
  const [said, setSaid] = useState<string | null>(null);
  const ask = async (): Promise<void> => {
    setSaid(null);
    const result = await run({ externalId: check.externalId });
    if (result === null) return;
    if (!result.ok) {
      setSaid(failureWords(result.failure).sentence);
      return;
    }
    const id = result.value.proposal?.externalId;
    if (id === undefined) setSaid('None could be found: type another.');
    // The button goes with the id that it was about; the keyboard goes on where the new one stands.
    else if (onPropose(check.externalId, id)) focusFieldUnlessTyping('external_id');
  };
  return (
    <>
      <Button size="compact-xs" loading={busy} onClick={() => void ask()}>
        Take the next free id
      </Button>
      {said === null ? null : ` ${said}`}
    </>
  );
}

/**
 * What is known of an id now; undefined while nothing is. `asked` cost a request and is not repeated by itself, so a newer "taken" or
 * "reserved" of the mirror and the books beats it, and a "reserved" that they no longer have is over. Answers about another id count
 * for nothing.
 */
export function latestCheck(
  externalId: string,
  asked: IdCheck | undefined,
  followed: IdCheck | undefined,
): IdCheck | undefined {
  const api = asked?.externalId === externalId ? asked : undefined;
  const here = followed?.externalId === externalId ? followed : undefined;
  if (here === undefined) return api;
  if (here.state === 'taken' || here.state === 'reserved') return here;
  return api?.state === 'reserved' ? here : api;
}
