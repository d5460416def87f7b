// The training bench beside the screen, of the sandbox alone: what customers, receivers and the service do, made to happen by hand, each with where it is seen.
import { Button, CloseButton, Group, Select, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { CallInput } from '../../contract/calls.ts';
import { screenAt } from '../../domain/console/screens.ts';
import {
  API_DEEDS,
  INVOICE_DEEDS,
  RECEIVER_DEEDS,
  TRAINING_LESS,
  TRAINING_ORDERS,
  type TrainingDeed,
} from '../../domain/console/training.ts';
import { useActions, useCall } from '../bridge/index.ts';
import { ToneBadge } from '../parts/index.ts';
import { FailureNotice, invoicePath, Link, Notice } from '../ui/index.ts';

type Name = TrainingDeed['do'];

/** What its button says, and what is seen where. */
const WORDS: Readonly<Record<Name, readonly [label: string, seen: string]>> = {
  pay: ['Pay', 'Paid here; its webhook goes out within seconds.'],
  'pay-less': [`Pay ${TRAINING_LESS} less`, 'Underpaid here, and among the adjusted in Reconciliation.'],
  expire: ['Expire', 'Expired here; a webhook says so.'],
  adjust: [`Adjust to ${TRAINING_LESS} less`, 'A dispute after the payment: seen in Reconciliation, Late changes.'],
  sell: [`Sell ${TRAINING_ORDERS} orders`, 'They are paid, and their webhooks go to this receiver.'],
  'answer-500': ['Answer 500', 'The next webhooks fail: Webhooks, Failing. After some it is told to be down.'],
  refuse: ['Refuse connections', 'The same, and the cause says refused.'],
  recover: ['Recover', 'Webhooks and resends arrive again, and that is told.'],
  slow: ['Slow: 3 s', 'Every answer takes that long: Refresh and the sync wait.'],
  storm: ['429 storm', 'Every request is refused: the sync waits, and nothing is lost.'],
  'revoke-key': ['Revoke the key', 'Everything stops; a notice above the screens says why.'],
  normal: ['Normal', 'All three end, and reading goes on.'],
};

const HOW = { error: 'answers 500', refuse: 'refuses', well: 'answers' } as const;

export function TrainingBench({ onClose }: { readonly onClose: () => void }) {
  const { data, failure, refresh } = useCall('training.status', {});
  const action = useActions();
  const act = (deed: TrainingDeed): void => void action.run('training.act', deed).then(refresh);
  const heading = useId();
  return (
    <aside className="mc-bench mc-no-print" aria-labelledby={heading}>
      <Group justify="space-between" wrap="nowrap">
        <Title id={heading} order={2} fz={14}>
          Training bench
        </Title>
        <CloseButton aria-label="Close the training bench" onClick={onClose} />
      </Group>
      <Stack>
        <Text fz={12} c="dimmed">
          Made-up money: nothing here reaches anybody.
        </Text>
        <FailureNotice failure={failure} onRetry={refresh} />
        {action.failure?.kind === 'invalid-input' ? (
          <Notice tone="bad" title="Not done">
            {action.failure.issues.map(({ message }) => message).join(' ')}
          </Notice>
        ) : (
          <FailureNotice failure={action.failure} />
        )}
        <OfTheInvoice busy={action.busy} act={act} />
        <OfTheReceiver hosts={data?.hosts ?? []} busy={action.busy} act={act} />
        <Part title="The API">
          {API_DEEDS.map((name) => (
            <Deed
              key={name}
              name={name}
              isOn={data?.troubles.includes(name) === true}
              disabled={action.busy || data === undefined}
              onClick={() => act({ do: name })}
            />
          ))}
        </Part>
      </Stack>
    </aside>
  );
}

interface PartProps {
  readonly busy: boolean;
  readonly act: (deed: TrainingDeed) => void;
}

const NEWEST_PENDING: CallInput<'invoices.page'> = {
  filter: { status: ['pending'] },
  sort: [{ by: 'created_at', direction: 'desc' }],
  offset: 0,
  limit: 1,
};

/** The invoice on screen: what is open can be paid or expire, what is paid can be corrected. */
function OfTheInvoice({ busy, act }: PartProps) {
  const [path] = useLocation();
  const found = screenAt(path);
  const ident = found?.screen.id === 'invoice' ? found.names['ident'] : undefined;
  const invoice = useCall('invoices.get', { ident: ident ?? '' }, { enabled: ident !== undefined }).data?.invoice;
  const newest = useCall('invoices.page', NEWEST_PENDING, { enabled: ident === undefined, refreshOn: ['invoices'] });
  const [open] = newest.data?.rows ?? [];
  return (
    <Part title="The invoice on screen">
      {ident === undefined ? (
        <Text fz={12}>
          {open === undefined ? 'None. No invoice is pending; orders arrive every half minute.' : 'None. '}
          {open === undefined ? null : <Link to={invoicePath(open.uuid)}>Open the newest pending one</Link>}
        </Text>
      ) : invoice === undefined ? null : (
        INVOICE_DEEDS.map((name) => (
          <Deed
            key={name}
            name={name}
            disabled={busy || invoice.status !== (name === 'adjust' ? 'success' : 'pending')}
            onClick={() => act({ do: name, invoice: invoice.uuid })}
          />
        ))
      )}
    </Part>
  );
}

function OfTheReceiver(
  props: PartProps & { readonly hosts: readonly { readonly host: string; readonly how: keyof typeof HOW | null }[] },
) {
  const { hosts, busy, act } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const host = chosen ?? hosts[0]?.host;
  return (
    <Part title="A receiver">
      <Select
        aria-label="Receiver"
        data={hosts.map((one) => ({
          value: one.host,
          label: one.how === null ? one.host : `${one.host}: ${HOW[one.how]}`,
        }))}
        value={host ?? null}
        disabled={host === undefined}
        onChange={setChosen}
      />
      {RECEIVER_DEEDS.map((name) => (
        <Deed
          key={name}
          name={name}
          disabled={busy || host === undefined}
          onClick={() => {
            if (host !== undefined) act({ do: name, host });
          }}
        />
      ))}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap={8} aria-label={title}>
      <Title order={3} fz={13} fw={600}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Deed(props: {
  readonly name: Name;
  readonly isOn?: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}) {
  const { name, isOn = false, disabled, onClick } = props;
  const [label, seen] = WORDS[name];
  const note = useId();
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" disabled={disabled} aria-describedby={note} onClick={onClick}>
          {label}
        </Button>
        {isOn ? <ToneBadge tone="warn">On</ToneBadge> : null}
      </Group>
      <Text id={note} fz={12} lh="16px" mt={2} c="dimmed">
        {seen}
      </Text>
    </div>
  );
}
