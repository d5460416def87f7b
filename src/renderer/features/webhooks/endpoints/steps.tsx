// What to do about an endpoint, one thing after the other, each with what it was seen by.
import { Box, List, Text, ThemeIcon } from '@mantine/core';
import { DELIVERY_CAUSES, type DeliveryCause, type HostHealth } from '../../../../domain/webhooks/delivery-list.ts';
import { countWords, Note, TimeOfDayText } from '../../../ui/index.ts';

export interface Step {
  /** What to do, as an order: "Check the certificate, its chain and its date". */
  readonly deed: string;
  /** What it was seen by, one sentence or two. */
  readonly why: string;
  /** Better done before the first webhook has used up its attempts. */
  readonly isUrgent?: boolean;
}

/** Of the API (specification, "Receiver behaviour and retries"). */
export const RULE = 'Any answer other than 2xx is a failure, a redirect too; an attempt is given up after 15 s.';

/** What an attempt did, and what to do about it. The limit of 15 s and "only 2xx counts" are the API's (specification, "Receiver behaviour and retries"). */
const REMEDIES: Readonly<Record<DeliveryCause, readonly [seen: string, deed: string]>> = {
  timeout: ['timed out. The receiver has 15 s', 'Let the receiver answer first and do its work afterwards'],
  dns: ['did not find the host', 'Check the DNS entry of the host'],
  refused: ['found no open port', 'Start the receiver, or open its port for the payment service'],
  tls: ['failed in TLS', 'Check the certificate, its chain and its date'],
  connection: ['broke off', 'Look for a proxy or a restart that cuts connections'],
  redirect: ['got a redirect, which counts as a failure', 'Give the final address as callback_url'],
  'client-error': ['got a 4xx answer', 'Check the route, the signature check and the access rules of the receiver'],
  'server-error': ['got a 5xx answer', 'Read the log of the receiver: it failed by itself'],
  other: ['failed in a way that fits no other cause', 'Open one of them for the API’s own words'],
};

/**
 * One step a cause, the most frequent first, then what waits (`failing` webhooks): sent again at once where the host answers, tested
 * with one of them where it does not. Empty when there is nothing to do.
 */
export function hostSteps(host: HostHealth, failing: number): readonly Step[] {
  const causes = [...host.causes]
    .filter(({ count }) => count > 0)
    .sort(byCountThenOrder)
    .map(({ value, count }) => {
      const [seen, deed] = REMEDIES[value];
      return { deed, why: `${countWords(count, 'attempt', 'attempts')} ${seen}.` };
    });
  const steps: Step[] = causes;
  if (host.slow > 0) {
    const slow = `${countWords(host.slow, 'attempt', 'attempts')} took 12 s or longer, close to the limit of 15 s.`;
    steps.push({ deed: 'Make the receiver quicker', why: `${slow} A little slower, and the answer comes too late.` });
  }
  if (host.elsewhere > 0) {
    const goes = countWords(host.elsewhere, 'delivery goes', 'deliveries go');
    steps.push({
      deed: 'Check which of two addresses is meant',
      why: `${goes} elsewhere than the callback_url of the invoice.`,
    });
  }
  if (failing === 0) return steps;
  // No call changes the callback_url of an invoice (specification, "Endpoints"): an address that has moved helps new ones alone.
  const kept = 'An invoice keeps its callback address: moving is for new ones.';
  if (host.answers?.isAnswering === true) {
    return [{ deed: 'Resend what fails', why: `The host answers again. ${kept}`, isUrgent: true }, ...steps];
  }
  return [
    ...steps,
    { deed: 'Test with one webhook', why: 'What comes of it stands here a moment later.' },
    { deed: 'Resend the rest', why: kept, isUrgent: true },
  ];
}

function byCountThenOrder(left: HostHealth['causes'][number], right: HostHealth['causes'][number]): number {
  return right.count - left.count || DELIVERY_CAUSES.indexOf(left.value) - DELIVERY_CAUSES.indexOf(right.value);
}

const ICON_AT_TOP = { itemWrapper: { alignItems: 'flex-start' } } as const;

/** The steps, numbered; `out`: when the first webhook runs out of attempts. */
export function StepList({ steps, out }: { readonly steps: readonly Step[]; readonly out: string | null }) {
  if (steps.length === 0) return <Note>Answers well; nothing to do.</Note>;
  return (
    <List type="ordered" listStyleType="none" spacing="xs" styles={ICON_AT_TOP}>
      {steps.map(({ deed, why, isUrgent = false }, at) => (
        <List.Item
          key={deed}
          icon={
            <ThemeIcon variant="outline" color="gray" radius="xl" size={20} fz={11} mt={2} aria-hidden="true">
              {at + 1}
            </ThemeIcon>
          }
        >
          <Text fw={600}>
            {deed}
            {isUrgent && out !== null ? (
              <>
                , before <TimeOfDayText value={out} short /> if you can
              </>
            ) : null}
          </Text>
          <Box c="dimmed" fz="xs">
            {why}
          </Box>
        </List.Item>
      ))}
    </List>
  );
}
