// The page of one withdrawal: what its state means for the money, where it goes and in which transaction.
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';
import { useAction, useCall, useReadBar, useRecord } from '../../bridge/index.ts';
import {
  cellText,
  CopyText,
  countWords,
  ExternalLink,
  Facts,
  FieldsPanel,
  ForeignText,
  InstantText,
  Link,
  MoneyText,
  moneyWords,
  Monogram,
  Notice,
  Panel,
  plainText,
  ReadAgainButton,
  RecordPage,
  useNow,
} from '../../ui/index.ts';
import { AlsoHere, NamedAddress, NotSeenNotice, StatusBadge, useAddressNames } from '../../parts/index.ts';
import {
  addressGroups,
  chainCaution,
  equationOf,
  explorerLink,
  sentWithinWords,
  waitingWords,
  withdrawalState,
} from './withdrawal-view.ts';

type Answer = CallOutput<'withdrawals.get'>;

/** Everything the console knows about one withdrawal; `history`: its changes that were seen. */
export function WithdrawalPage({ uuid, history }: { readonly uuid: string; readonly history: ReactNode }) {
  const mirror = useCall('withdrawals.get', { uuid }, { refreshOn: ['withdrawals'] });
  const { run, busy } = useAction('withdrawals.get');
  const state = useRecord(uuid, mirror, { run: () => run({ uuid, fresh: true }), busy });
  const isOffline = useReadBar() !== null;
  const withdrawal = state.answer?.withdrawal;
  return (
    <RecordPage
      kind="withdrawal"
      id={uuid}
      title={withdrawal === undefined ? uuid.slice(0, 8) : titleOf(withdrawal)}
      state={state}
      asOf={state.answer?.asOf}
      isOffline={isOffline}
      subtitle={
        withdrawal === undefined ? undefined : (
          <Group gap="xs" wrap="nowrap">
            <StatusBadge kind="withdrawal" status={withdrawal.status} />
            <CopyText value={withdrawal.uuid} label="withdrawal id" />
            <AlsoHere list="withdrawals" recordId={withdrawal.uuid} />
          </Group>
        )
      }
      actions={<ReadAgainButton isReading={state.isReading} onReadAgain={state.readAgain} />}
    >
      {(answer) => (
        <Stack gap="sm">
          {answer.missingSince === undefined ? null : (
            <NotSeenNotice kind="withdrawal" asOf={answer.asOf} missingSince={answer.missingSince} />
          )}
          <StatePanel answer={answer} />
          <Group align="flex-start" gap="sm">
            <Stack flex="2 1 480px" miw={0} gap="sm">
              <AmountPanel withdrawal={answer.withdrawal} />
              {history}
            </Stack>
            <Stack flex="1 1 320px" miw={0} gap="sm">
              <WherePanel withdrawal={answer.withdrawal} />
              <FieldsPanel record={answer.withdrawal} />
            </Stack>
          </Group>
        </Stack>
      )}
    </RecordPage>
  );
}

function titleOf({ amount, token }: Withdrawal): string {
  const unit = token ?? 'token';
  return `${moneyWords(amount, unit, false)} ${cellText(unit, 12)}`;
}

function StatePanel({ answer: { withdrawal, asOf } }: { readonly answer: Answer }) {
  const now = useNow(60_000);
  const { headline, detail } = withdrawalState(withdrawal);
  const caution = chainCaution(withdrawal);
  const isPending = withdrawal.status === 'pending';
  const created = withdrawal.created_at === null ? null : toEpochMs(withdrawal.created_at);
  return (
    <Panel>
      <Title order={2} fz={20} lh="28px">
        {plainText(headline.slice(0, 200))}
      </Title>
      <Text c="var(--mc-text-soft)" mb="md">
        <ForeignText text={detail} />
        {isPending ? ` It has been ${waitingWords(created, now)}.` : null} {isPending ? <SentWithin /> : null}
      </Text>
      {caution === null ? null : <Text mb="md">{caution}</Text>}
      <Facts
        of={[
          ['Requested', <InstantText key="requested" value={withdrawal.created_at} />],
          ['Processed', <InstantText key="processed" value={withdrawal.processed_at} />],
          withdrawal.status === 'rejected'
            ? ['Reject code', <ForeignText key="code" text={withdrawal.reject_code ?? 'none given'} />]
            : null,
          ['Refreshed', <InstantText key="refreshed" value={asOf} withAge />],
        ]}
      />
    </Panel>
  );
}

/** How long the earlier ones took, which is all that can be said of how long this one will. */
function SentWithin() {
  return sentWithinWords(useCall('withdrawals.pace', {}, { refreshOn: ['withdrawals'] }).data);
}

/** What leaves the balance, what the network takes of it, and what arrives. */
function AmountPanel({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { amount, commission, sent, remark } = equationOf(withdrawal);
  const token = withdrawal.token === null ? 'token not named' : plainText(withdrawal.token.slice(0, 24));
  const lines = [
    { label: 'Requested', field: 'amount', value: amount, sign: '' },
    { label: 'Network fee', field: 'network_commission', value: commission, sign: '−' },
    { label: 'Arrives', field: 'amount_to_send', value: sent, sign: '' },
  ];
  return (
    <Panel title="Amount" note="The network fee is inside the amount.">
      {lines.map(({ label, field, value, sign }, at) => (
        <Group key={field} justify="space-between" gap={8} py={6} fw={at === 1 ? 400 : 600}>
          <span>
            {label}{' '}
            <Text span fz={12} fw={400} c="dimmed">
              {field}
            </Text>
          </span>
          <span style={{ overflowWrap: 'anywhere' }}>
            {value === null ? '' : sign}
            <MoneyText value={value} missing="not named" />{' '}
            <Text span fz={12} fw={400} c="dimmed">
              {token}
            </Text>
          </span>
        </Group>
      ))}
      {remark === null ? null : (
        <Notice tone="warn" title="The equation">
          {remark}
        </Notice>
      )}
      <Text fz={12} c="dimmed" mt="xs">
        Which invoices a withdrawal paid cannot be known: the API has no link between them.
      </Text>
    </Panel>
  );
}

/** The whole address in groups for comparing, and the hash; an explorer only where the allow-list has one. */
function WherePanel({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { address, network, token, tx_hash: hash } = withdrawal;
  return (
    <Panel title="Where to">
      <Facts
        of={[
          [
            'Network',
            <>
              <Monogram name={network ?? ''} />
              <ForeignText text={network} />
            </>,
          ],
          ['Token', <ForeignText key="token" text={token} />],
          ['Address', <AddressText key="address" address={address ?? ''} network={network} />, 'wide'],
          ['Transaction', <HashText key="hash" network={network} hash={hash ?? ''} />, 'wide'],
        ]}
      />
      <SentBefore withdrawal={withdrawal} />
    </Panel>
  );
}

/** Whether its address is a new one: what was sent there before, of all that was read. */
function SentBefore({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { address, network, created_at: created, status } = withdrawal;
  const name = useAddressNames()(withdrawal);
  // The same characters on another network are another destination.
  const where = network === null || network === '' ? {} : { network: [network] };
  const filter = { address: address ?? '', ...where, status: ['approved'], createdTo: created ?? '' };
  const input = { filter, sort: [{ by: 'created_at' as const, direction: 'asc' as const }], offset: 0, limit: 1 };
  const isTold = addressGroups(filter.address) !== null && toEpochMs(filter.createdTo) !== null;
  const { data } = useCall('withdrawals.page', input, { enabled: isTold, refreshOn: ['withdrawals'] });
  if (!isTold || data === undefined) return null;
  const [first] = data.rows;
  if (first === undefined) {
    return (
      <Notice
        tone={status === 'pending' && name === null ? 'warn' : 'quiet'}
        title={`First withdrawal to this address${network === null ? '' : ` on ${plainText(network.slice(0, 24))}`}`}
      >
        Of all that was read nothing was sent to it before.{' '}
        {name === null ? 'Make sure that you know whose it is, then give it a name.' : null}
      </Notice>
    );
  }
  const on = network === null || network === '' ? {} : { network };
  const query = new URLSearchParams({ address: filter.address, ...on, status: 'approved' });
  return (
    <Text fz={12} c="dimmed" mt="xs">
      Sent to this address before:{' '}
      <Link inline to={`${screenPath('withdrawals')}?${query.toString()}`}>
        {countWords(data.total, 'time', 'times')}
      </Link>
      , first requested <InstantText value={first.created_at} short />.
    </Text>
  );
}

function AddressText({ address, network }: { readonly address: string; readonly network: string | null }) {
  const groups = addressGroups(address);
  return (
    <>
      {groups === null ? null : (
        <Group gap="2px 10px" ff="monospace" fz={15} lh="24px" aria-hidden="true">
          {groups.map(({ at, text }) => (
            <span key={at}>{text}</span>
          ))}
        </Group>
      )}
      {address === '' ? (
        'The API names no address.'
      ) : (
        <Box className="mc-mono" c="dimmed">
          <CopyText value={address} label="address" wrap />
        </Box>
      )}
      {address === '' ? null : <NamedAddress network={network} address={address} />}
      <Text fz={12} c="dimmed">
        Compare every group: look-alike addresses share their first and last characters.
      </Text>
    </>
  );
}

function HashText({ network, hash }: { readonly network: string | null; readonly hash: string }) {
  if (hash === '') return 'No transaction hash. The API names one once a withdrawal is approved.';
  const link = explorerLink(network, hash);
  return (
    <>
      <span className="mc-mono">
        <CopyText value={hash} label="transaction hash" wrap />
      </span>
      <Text fz={12} c="dimmed">
        {link.kind === 'none' ? link.why : <ExternalLink href={link.href}>Look it up at {link.name}</ExternalLink>}
      </Text>
    </>
  );
}
