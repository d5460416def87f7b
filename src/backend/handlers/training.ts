/** Handlers of the training bench, which acts on the world of the sandbox. */
import type { trainingCalls } from '../../contract/calls/training.ts';
import { type TrainingDeed, TRAINING, TRAINING_LESS, TRAINING_ORDERS } from '../../domain/console/training.ts';
import { invalidInput } from '../../domain/kernel/failure/failure.ts';
import type { Business } from '../engine/business.ts';
import { fetchInvoice } from '../jobs/records/fetch.ts';
import type { EmbeddedSandbox } from '../ports.ts';
import type { Engine, HandlersOf } from './kernel/handler.ts';

export function trainingHandlers({ sandbox }: Engine): HandlersOf<typeof trainingCalls> {
  return {
    'training.status': async (_input, { business }) => TRAINING.parse(await controlOf(business, sandbox)('bench', {})),
    'training.act': async (deed, { business }) => {
      const control = controlOf(business, sandbox);
      for (const [operation, input] of operationsOf(deed)) {
        await control(operation, input).catch((error: unknown) => {
          throw invalidInput('', error instanceof Error ? error.message : 'the sandbox did not do it');
        });
      }
      // What it comes to is seen now, and not at the next look.
      business.sync.start();
      if ('invoice' in deed)
        void fetchInvoice(business.context, deed.invoice, { lane: 'click' }).catch(() => undefined);
      return {};
    },
  };
}

type Control = NonNullable<EmbeddedSandbox['control']>;

/** The way into the world of the sandbox; of a business there is none, whatever its server is. */
function controlOf({ profile }: Business, sandbox: EmbeddedSandbox | null): Control {
  const control = profile.kind === 'sandbox' ? sandbox?.control : undefined;
  if (control === undefined) throw invalidInput('', 'Only the sandbox has a training bench');
  return control;
}

type Operation = readonly [name: string, input: Readonly<Record<string, unknown>>];

/** What the sandbox is asked for, one after the other. */
function operationsOf(deed: TrainingDeed): readonly Operation[] {
  switch (deed.do) {
    case 'pay':
      return [['world/pay', { ident: deed.invoice }]];
    case 'pay-less':
      return [['world/pay', { ident: deed.invoice, less: TRAINING_LESS }]];
    case 'expire':
      return [['world/expire', { ident: deed.invoice }]];
    case 'adjust':
      return [['world/adjust', { ident: deed.invoice, less: TRAINING_LESS }]];
    case 'sell':
      return [['world/sell', { host: deed.host, orders: TRAINING_ORDERS }]];
    case 'answer-500':
      return [['world/receiver', { host: deed.host, how: 'error' }]];
    case 'refuse':
      return [['world/receiver', { host: deed.host, how: 'refuse' }]];
    case 'recover':
      return [['world/receiver', { host: deed.host, how: 'well' }]];
    case 'slow':
      return [['settings/set', { latencyMs: 3_000 }]];
    case 'storm':
      return [['faults/add', { kind: 'rate-limited', times: -1 }]];
    case 'revoke-key':
      return [['access/set', { key: 'revoked' }]];
    case 'normal':
      return [
        ['settings/set', { latencyMs: 0 }],
        ['faults/clear', {}],
        ['access/set', { key: 'active' }],
      ];
  }
}
