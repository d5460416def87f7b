// The third step: what answers, what was found, and the report of the first contact, which tells what an API really does.
import { Badge, Box, Button, Group, Kbd, List, Loader, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { type ProfileSummary, useAction, useCall, useProfile } from '../../bridge/index.ts';
import {
  ButtonLink,
  CopyButton,
  countWords,
  EmptyState,
  FailureNotice,
  ForeignText,
  grouped,
  Link,
  plainText,
  Table as SmallTable,
  Under,
} from '../../ui/index.ts';
import { describeDuration } from '../../../domain/kernel/time/time.ts';

const PER_PAGE = 100;

/** Invoices page by page, then the webhooks of each one by one; `perMinute` is what the console may use of the limit. */
function firstSync(invoices: number, withdrawals: number, perMinute: number) {
  const part = (what: string, requests: number) => ({ what, requests, takes: duration(requests, perMinute) });
  return [
    part('Methods, rates, withdrawals', 2 + Math.max(1, Math.ceil(withdrawals / PER_PAGE))),
    part('Invoices', Math.max(1, Math.ceil(invoices / PER_PAGE))),
    part('Webhooks, newest first', invoices),
  ];
}

function duration(requests: number, perMinute: number): string {
  if (perMinute <= 0) return 'not known';
  if (requests <= perMinute) return 'less than a minute';
  return `about ${describeDuration(Math.ceil(requests / perMinute) * 60_000)}`;
}

type Report = CallOutput<'contact.report'>;

/** Of the business that was connected, once this window shows it. */
export function ContactStep({ id }: { readonly id: string }) {
  const { profile, isLoading } = useProfile();
  if (profile?.id === id) return <Contact profile={profile} />;
  return isLoading ? null : (
    <EmptyState kind="nothing-matches" title="This window shows another business">
      <Link to={screenPath('home')}>Go to Home</Link>
    </EmptyState>
  );
}

function Contact({ profile }: { readonly profile: ProfileSummary }) {
  const { report, failure, isAsking, ask } = useReport();
  const host = profile.origin.replace(/^https?:\/\//, '');
  return (
    <Group gap="sm" align="flex-start">
      <Box flex="8 1 460px" miw={0}>
        <Stack gap="sm">
          <StepCard number={1} title="Business" standing="done" words={plainText(profile.name)} />
          <StepCard number={2} title="Address and key" standing="done" words={plainText(host)} />
          <StepCard
            number={3}
            title="First contact"
            standing="now"
            words={isAsking ? 'asking the API, ten requests at most' : 'Connected'}
            foot={
              <>
                <ButtonLink variant="filled" to={screenPath('home')} rightSection={<Kbd>Enter</Kbd>}>
                  Open {plainText(profile.name.slice(0, 40))}
                </ButtonLink>
                <Under>The sync goes on meanwhile</Under>
              </>
            }
          >
            {isAsking ? <Loader size="sm" aria-label="Asking the API" /> : null}
            <FailureNotice failure={failure} onRetry={ask} />
            {report === null ? null : <Seen report={report} host={host} />}
          </StepCard>
        </Stack>
      </Box>
      <Box flex="4 1 260px" miw={0}>
        <Stack gap="sm">
          <Facts title="During the first sync" facts={MEANWHILE} />
          <Facts title="Try meanwhile" facts={TRY} />
        </Stack>
      </Box>
    </Group>
  );
}

const MEANWHILE = [
  ['Figures will rise', 'until all invoices are read; they are marked'],
  ['Not checked yet', 'stands at webhooks that were not read so far'],
  ['Your own look-ups go first:', 'the sync waits for them'],
  ['Close it any time.', 'It goes on where it stopped'],
] as const;

const TRY = [
  ['Estimate:', link('calculator', 'what you receive')],
  ['Create:', link('new-invoice', 'the first invoice')],
  ['Check:', link('signature', 'a signature')],
] as const;

function link(screen: 'calculator' | 'new-invoice' | 'signature', words: string): ReactNode {
  return (
    <Link inline to={screenPath(screen)}>
      {words}
    </Link>
  );
}

/** Asked once when it is opened, and again only when somebody asks. */
function useReport() {
  const { run, busy } = useAction('contact.report');
  const [report, setReport] = useState<Report | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = (): void => {
    void run({}).then((result) => {
      if (result === null) return;
      if (result.ok) setReport(result.value);
      setFailure(result.ok ? null : result.failure);
    });
  };
  const first = useEffectEvent(ask);
  useEffect(() => {
    first();
  }, []);
  return { report, failure, isAsking: busy, ask };
}

function Seen({ report, host }: { readonly report: Report; readonly host: string }) {
  const { invoices, withdrawals, methods, methodCurrencies, rates } = report;
  const found = [
    [invoices, 'invoices'],
    [withdrawals, 'withdrawals'],
    [methods, methodCurrencies === null ? 'methods' : `methods, ${methodCurrencies} currencies`],
    [rates, 'rates'],
  ] as const;
  return (
    <Stack>
      <Group grow>
        {found.map(([count, words]) => (
          <div key={words}>
            <Text fz="xl" lh="28px" fw={600} className="mc-num">
              {count === null ? '—' : grouped(count)}
            </Text>
            <Under>{words}</Under>
          </div>
        ))}
      </Group>
      <Checks report={report} host={host} />
      {invoices === null ? null : <FirstSync invoices={invoices} withdrawals={withdrawals ?? 0} />}
      <ReportText report={report} />
    </Stack>
  );
}

function Checks({ report, host }: { readonly report: Report; readonly host: string }) {
  const storage = useCall('webhookSecret.status', {}).data?.storage;
  const { answeredMs, clockOffsetMs, limit, remaining } = report;
  const isApart = clockOffsetMs !== null && Math.abs(clockOffsetMs) > 2_000;
  const rows: readonly (readonly [boolean, string, ReactNode])[] = [
    [
      answeredMs !== null,
      'Address answers',
      answeredMs === null ? 'no answer yet' : `${plainText(host)}, in ${answeredMs} ms`,
    ],
    [answeredMs !== null, 'Key accepted', answeredMs === null ? 'not known' : 'the business may use the API'],
    [
      clockOffsetMs !== null && !isApart,
      'Clocks agree',
      clockOffsetMs === null ? 'the API tells no time' : `${Math.round(Math.abs(clockOffsetMs) / 1000)} seconds apart`,
    ],
    [
      limit !== null,
      'Requests',
      limit === null ? 'the API tells no limit' : `${limit} a minute, ${remaining ?? '?'} left`,
    ],
    [
      storage === 'keychain' || storage === 'session',
      'Webhook secret',
      storage === 'absent' ? (
        <>
          not added yet;{' '}
          <Link inline to={`${screenPath('settings')}?section=businesses`}>
            add it
          </Link>{' '}
          to check signatures
        </>
      ) : (
        'kept'
      ),
    ],
    [false, 'Callback address', 'your dashboard knows it, the API does not tell it'],
  ];
  return (
    <Table withRowBorders={false} verticalSpacing={4} aria-label="What answers">
      <Table.Tbody>
        {rows.map(([isKnown, what, words]) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={500} w={190}>
              <Group gap="xs" wrap="nowrap">
                {isKnown ? (
                  <IconCircleCheck size={16} color="var(--mc-good-mark)" aria-label="yes" />
                ) : (
                  <IconHelpCircle size={16} color="var(--mc-text-muted)" aria-label="not known" />
                )}
                {what}
              </Group>
            </Table.Th>
            <Table.Td c="dimmed">{words}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function FirstSync(props: { readonly invoices: number; readonly withdrawals: number }) {
  const budget = useCall('sync.status', {}).data?.budget;
  if (budget === undefined) return null;
  return (
    <SmallTable
      label="First sync"
      rows={firstSync(props.invoices, props.withdrawals, budget.limit - budget.reserve)}
      keyOf={({ what }) => what}
      columns={({ cell, count }) => [
        cell('First sync', ({ what }) => what),
        count('Requests', ({ requests }) => requests),
        cell('Takes', ({ takes }) => takes, { isFigure: true }),
      ]}
    />
  );
}

/** What differs from the specification first; all of it folded, and copied in one press. */
function ReportText({ report }: { readonly report: Report }) {
  const differing = report.lines.filter(({ isAsSpecified }) => isAsSpecified === false).length;
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text>
          {differing === 0
            ? 'Nothing differs from the specification.'
            : `${countWords(differing, 'thing differs', 'things differ')} from the specification.`}{' '}
          <Text span c="dimmed">
            {report.requests} requests, reading only; no ids, amounts or addresses in the report.
          </Text>
        </Text>
        <CopyButton value={report.text}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy report'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <details>
        <Text component="summary" c="dimmed">
          First-contact report
        </Text>
        <ForeignText text={report.text} block />
      </details>
    </div>
  );
}

/** `words` stand beside the title; `action` at its end; `foot` sticks to the bottom of the window. */
export function StepCard(props: {
  readonly number: number;
  readonly title: string;
  readonly standing: 'done' | 'now' | 'later';
  readonly words?: ReactNode;
  readonly action?: ReactNode;
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { number, title, standing, words, action, foot, children } = props;
  const isNow = standing === 'now';
  return (
    <Paper withBorder component="section" aria-label={title} aria-current={isNow ? 'step' : undefined}>
      <Group px="md" h={isNow ? 52 : 48} gap="sm" wrap="nowrap">
        <Badge
          circle
          variant={isNow ? 'filled' : 'outline'}
          color={standing === 'done' ? 'var(--mc-good-mark)' : isNow ? 'ink' : 'var(--mc-control)'}
          role="img"
          aria-label={standing === 'done' ? 'done' : `step ${number}`}
        >
          {standing === 'done' ? <IconCheck size={12} aria-hidden="true" /> : number}
        </Badge>
        <Title order={2} fz="md" c={standing === 'later' ? 'dimmed' : 'var(--mc-text)'}>
          {title}
        </Title>
        <Text c="dimmed" truncate flex={1}>
          {words}
        </Text>
        {action}
      </Group>
      {children === undefined ? null : (
        <Box hidden={!isNow} px="md" py="md" style={{ borderTop: '1px solid var(--mc-line)' }}>
          {children}
        </Box>
      )}
      {foot === undefined || !isNow ? null : (
        <Group
          px="md"
          py={11}
          justify="space-between"
          bg="var(--mc-surface)"
          pos="sticky"
          bottom={0}
          style={{ borderTop: '1px solid var(--mc-line)', zIndex: 2 }}
        >
          {foot}
        </Group>
      )}
    </Paper>
  );
}

/** A card of short facts, each with its first word. */
export function Facts(props: {
  readonly title: string;
  readonly facts: readonly (readonly [string, ReactNode])[];
  readonly foot?: ReactNode;
}) {
  return (
    <Paper withBorder component="section" aria-label={props.title} p="md">
      <Title order={2} fz="md" mb="sm">
        {props.title}
      </Title>
      <List listStyleType="none" spacing="sm">
        {props.facts.map(([word, words]) => (
          <List.Item key={word} c="var(--mc-text-soft)">
            <Text span fw={600} c="var(--mc-text)">
              {word}
            </Text>{' '}
            {words}
          </List.Item>
        ))}
      </List>
      {props.foot === undefined ? null : <Box mt="sm">{props.foot}</Box>}
    </Paper>
  );
}
