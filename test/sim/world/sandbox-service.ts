/** The payment service by the sandbox's rules, without its server: the world, its life, its door and its endpoints, on the simulator's clock. */
import { fieldOf, isFields } from '../../../src/domain/kernel/fields.ts';
import type { Clock } from '../../../src/sandbox/clock.ts';
import { Access } from '../../../src/sandbox/http/access.ts';
import { INVOICE_ENDPOINTS } from '../../../src/sandbox/http/invoice-endpoints.ts';
import { Limiter, LIMITER_MODELS } from '../../../src/sandbox/http/limiter.ts';
import { OTHER_ENDPOINTS } from '../../../src/sandbox/http/other-endpoints.ts';
import { NO_ROUTE, type Outcome, tooMany } from '../../../src/sandbox/http/outcome.ts';
import { NO_JOURNAL } from '../../../src/sandbox/journal.ts';
import { seedFrom } from '../../../src/sandbox/random.ts';
import { SandboxRecord } from '../../../src/sandbox/record.ts';
import { Settings } from '../../../src/sandbox/settings.ts';
import { WebhookSender } from '../../../src/sandbox/webhooks/sender.ts';
import { WorldCore } from '../../../src/sandbox/world/core.ts';
import { DEFAULT_PACE, Life } from '../../../src/sandbox/world/life.ts';
import { disputedAmount, draftOrder, urlsOf } from '../../../src/sandbox/world/orders.ts';
import type { InvoiceRecord } from '../../../src/sandbox/world/records.ts';
import { World } from '../../../src/sandbox/world/world.ts';
import type { DiscreteClock } from '../../support/discrete-clock.ts';
import type { Stream } from '../chance.ts';
import type { PaymentService, ServiceReply, ServiceRequest, WorldInvoice } from './payment-service.ts';
import { Unrest } from './unrest.ts';

const ORDERS = ['created-desc', 'created-asc', 'updated-desc', 'uuid'] as const;
const ENDPOINTS = [...INVOICE_ENDPOINTS, ...OTHER_ENDPOINTS];
const ROOT = '/api/v1';
/** Orders come when the simulator says so, fewer at night. */
const NEVER_MS = Number.MAX_SAFE_INTEGER / 4;
/** One that is not of this world would be sent over a socket. */
const NO_SECRET = 'a secret that signs nothing here';

/** A merchant whose orders arrive about once a minute. */
export function sandboxService(seed: number, chance: Stream, time: DiscreteClock, size: number): PaymentService {
  const clock: Clock = {
    now: () => time.now(),
    callerNow: () => time.now(),
    skip: () => undefined,
    manual: true,
    speed: 1,
  };
  const unrest = new Unrest(seed);
  const listed = chance.pick(ORDERS);
  const settings = Object.assign(new Settings(), {
    order: unrest.isOldestFirst ? 'created-asc' : listed,
    retryWaitFrom: chance.pick<'start' | 'end'>(['start', 'end']),
  });
  const record = new SandboxRecord();
  const plan = { seed: seedFrom(`simulated ${seed}`), size, epoch: time.now() };
  const sender = new WebhookSender(NO_SECRET);
  const core = new WorldCore({ plan, clock, settings, journal: NO_JOURNAL, sender, record, past: [] });
  const world = new World(core);
  core.start((index, at) => {
    const { invoices } = core.state;
    if (invoices.pending.has(index)) world.end(invoices.at(index).uuid, 'expired', at);
  });
  /** Records are put together anew each time that somebody asks. */
  let changes = 0;
  let known: { version: number; invoices: readonly WorldInvoice[] } = { version: -1, invoices: [] };
  core.onEvent(() => {
    changes += 1;
  });
  new Life(world, core, { ...DEFAULT_PACE, orderEveryMs: NEVER_MS }).start();
  const access = new Access();
  let key = access.mint();
  const model = chance.pick(LIMITER_MODELS);
  const limiter = new Limiter(model, 100);
  const service = { world, state: core.state, settings, record };

  const atFirst = new Set(Array.from(world.invoices(), ({ uuid }) => uuid));
  const order = (): void => {
    const draft = draftOrder(plan.seed, core.state.invoices.count, settings.ttlMs);
    const { externalId, customerId, purpose, amount, currency } = draft;
    if (world.find(externalId) !== undefined) return;
    world.createInvoice({ externalId, customerId, purpose, amount, currency, ...urlsOf(draft.host) });
  };
  const dispute = (choice: number): void => {
    const paid = Array.from(world.invoices()).filter(
      ({ status, adjustment }) => status === 'success' && adjustment === null,
    );
    const found = paid[Math.floor(choice * paid.length)];
    if (found !== undefined) world.adjust(found.uuid, disputedAmount(plan.seed, found.index, found.amount));
  };
  let corrections = 0;
  const correct = (choice: number): string | undefined => {
    const paid = Array.from(world.invoices()).filter(({ status, settled }) => status === 'success' && settled !== null);
    const found = paid[Math.floor(choice * paid.length)];
    if (found === undefined) return undefined;
    corrections += 1;
    world.adjust(found.uuid, `${corrections}.50`);
    return found.uuid;
  };
  const outcomeOf = (request: ServiceRequest): Outcome => {
    const url = new URL(request.path, 'http://service');
    const found = routed(request.method, url.pathname.slice(ROOT.length));
    if (found === null) return NO_ROUTE;
    const phantoms = unrest.before(request, { order, dispute });
    const asked = Object.fromEntries(url.searchParams);
    const size = Math.min(Number(asked['per_page'] ?? unrest.pageSize), unrest.pageSize);
    const query = 'per_page' in asked ? { ...asked, per_page: String(size) } : asked;
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const outcome = found.endpoint.run(service, { params: found.params, query, contentType: 'application/json', body });
    return phantoms === 0 ? outcome : { ...outcome, body: counted(outcome.body, phantoms) };
  };
  return {
    name: 'sandbox',
    get key() {
      return key;
    },
    otherKey: null,
    refills: model === 'token-bucket',
    pageSize: unrest.pageSize,
    run: () => core.run(),
    serve: (request) => {
      core.run();
      const { id, refusal } = access.check(request.key);
      const verdict = id === undefined ? limiter.unkeyed() : limiter.take(id, time.now());
      const refused = refusal ?? (verdict.allowed ? null : tooMany('RATE_LIMITED', verdict.retryAfterSeconds));
      const headers = {
        'x-ratelimit-limit': String(verdict.limit),
        'x-ratelimit-remaining': String(verdict.remaining),
        'x-ratelimit-reset': String(verdict.resetSeconds),
        date: new Date(time.now()).toUTCString(),
      };
      return unrest.after(replyOf(refused ?? outcomeOf(request), headers));
    },
    resends: (uuid) => record.trueResendCount(uuid),
    resent: () => Object.keys(record.snapshot().resends),
    invoices: () => {
      if (known.version !== changes)
        known = { version: changes, invoices: Array.from(world.invoices(), worldInvoiceOf) };
      return known.invoices;
    },
    withdrawals: () => world.withdrawals.map(({ uuid }) => uuid),
    version: () => String(changes),
    total: (list) => (list === 'invoices' ? world.invoiceCount : world.withdrawals.length),
    resendAtDashboard: (uuid) => {
      const latest = world.deliveries(uuid).at(-1);
      if (latest !== undefined && latest.status !== 'delivering') world.resendFromDashboard(uuid);
    },
    correct,
    order,
    lose: (choice) => {
      const ended = Array.from(world.invoices()).filter(
        ({ uuid, status }) => atFirst.has(uuid) && status !== 'pending' && record.trueResendCount(uuid) === 0,
      );
      const lost = ended[Math.floor(choice * ended.length)];
      if (lost !== undefined) world.remove(lost.uuid);
      unrest.holdStill();
    },
    setKey: (state) => access.setKey(key, state),
    rotateKey: () => {
      access.setKey(key, 'unknown');
      key = access.mint();
    },
  };
}

function worldInvoiceOf(invoice: InvoiceRecord): WorldInvoice {
  const { uuid, externalId, status, currency, amount, settled } = invoice;
  return { uuid, externalId, status, currency, amount, settled };
}

/** The same list, of which more is counted than there is. */
function counted(body: unknown, phantoms: number): unknown {
  const data = fieldOf(body, 'data');
  const total = fieldOf(data, 'total_items');
  if (!isFields(body) || !isFields(data) || typeof total !== 'number') return body;
  return { ...body, data: { ...data, total_items: total + phantoms } };
}

function replyOf({ status, body, headers }: Outcome, limits: Readonly<Record<string, string>>): ServiceReply {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...type, ...limits, ...headers }, text: JSON.stringify(body) };
}

function routed(method: string, path: string) {
  const parts = path.split('/');
  for (const endpoint of ENDPOINTS) {
    const pattern = endpoint.path.split('/');
    if (endpoint.method !== method || pattern.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((name, at) => {
      const part = parts[at] ?? '';
      if (!name.startsWith(':')) return name === part;
      params[name.slice(1)] = decodeURIComponent(part);
      return true;
    });
    if (fits && isFields(params)) return { endpoint, params };
  }
  return null;
}
