// What the attempts of one host say, as sentences that somebody can act on. Pure; the causes are a total table.
import { DELIVERY_CAUSES, type DeliveryCause, type HostHealth } from '../../../../domain/webhooks/delivery-list.ts';
import { countWords, grouped } from '../../../ui/index.ts';

/** What to do about a cause. The limit of 15 s and "only 2xx counts" are the API's (specification, "Receiver behaviour and retries"). */
const REMEDIES: Readonly<Record<DeliveryCause, string>> = {
  timeout: 'timed out. The receiver has 15 s: let it answer first and do its work afterwards.',
  dns: 'did not find the host. Check its DNS entry.',
  refused: 'found no open port. Nothing listens there, or a firewall turns the payment service away.',
  tls: 'failed in TLS. Check the certificate, its chain and its date.',
  connection: 'broke off. Look for a proxy or a restart that cuts connections.',
  redirect: 'got a redirect, which counts as a failure. Give the final address as callback_url.',
  'client-error':
    'got a 4xx answer. The receiver turns webhooks away: check its route, signature check and access rules.',
  'server-error': 'got a 5xx answer. The receiver itself failed; its log of those moments says why.',
  other: 'failed in a way that fits no other cause. Open one of them for the API’s own words.',
};

/** One sentence for each thing to do, the most frequent cause first; one calm sentence when there is nothing. */
export function hostAdvice(host: HostHealth): readonly string[] {
  const causes = [...host.causes].filter(({ count }) => count > 0).sort(byCountThenOrder);
  const sentences = causes.map(({ value, count }) => `${countWords(count, 'attempt', 'attempts')} ${REMEDIES[value]}`);
  if (host.slow > 0) {
    sentences.push(
      `${countWords(host.slow, 'attempt', 'attempts')} took 12 s or longer, close to the limit of 15 s. A little slower, and the answer comes too late.`,
    );
  }
  if (host.elsewhere > 0) {
    sentences.push(
      `${countWords(host.elsewhere, 'delivery goes', 'deliveries go')} elsewhere than the callback_url of the invoice. Check which of the two is meant.`,
    );
  }
  if (sentences.length > 0) return sentences;
  return [host.attempts === 0 ? 'No attempt on record yet.' : 'Answers well; nothing to do.'];
}

function byCountThenOrder(left: HostHealth['causes'][number], right: HostHealth['causes'][number]): number {
  return right.count - left.count || DELIVERY_CAUSES.indexOf(left.value) - DELIVERY_CAUSES.indexOf(right.value);
}

/** "98.4 %" of the attempts; rounded down, so that "100 %" means every one. Null without any. */
export function successShare({ succeeded, attempts }: Pick<HostHealth, 'succeeded' | 'attempts'>): string | null {
  if (attempts === 0) return null;
  return `${(Math.floor((succeeded / attempts) * 1000) / 10).toLocaleString('en-GB')} %`;
}

/** "812 ms", "12.4 s"; a dash when no attempt has a duration on record. */
export function millisecondsWords(ms: number | null): string {
  if (ms === null) return '—';
  return ms < 10_000 ? `${grouped(ms)} ms` : `${(Math.floor(ms / 100) / 10).toLocaleString('en-GB')} s`;
}
