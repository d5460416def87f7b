// All handlers in one table, checked to be total over the contract: what is not in it, a read of the mirror answers.
import { activityHandlers } from '../activity.ts';
import { appHandlers } from '../app.ts';
import { booksHandlers } from '../books.ts';
import { bulkHandlers } from '../bulk.ts';
import { catalogueHandlers } from '../catalogue.ts';
import { createHandlers } from '../creates.ts';
import { deliveryHandlers } from '../deliveries.ts';
import { deliveryListHandlers } from '../delivery-list.ts';
import { customerHandlers } from '../customers.ts';
import { entriesHandlers } from '../entries.ts';
import { exceptionsHandlers } from '../exceptions.ts';
import type { CallContext, Engine, Handlers, RunHandler } from './handler.ts';
import { historyHandlers } from '../history.ts';
import { importsHandlers } from '../imports.ts';
import { invoiceHandlers } from '../invoices.ts';
import { homeCurrencyHandlers } from '../period/home-currency.ts';
import { journalHandlers } from '../period/journal.ts';
import { lockHandlers } from '../lock.ts';
import { lookupHandlers } from '../lookup.ts';
import { notesHandlers } from '../notes.ts';
import { checklistHandlers } from '../period/checklist.ts';
import { fourEyesHandlers } from '../people/four-eyes.ts';
import { peopleHandlers } from '../people/people.ts';
import { teamHandlers } from '../people/teams.ts';
import { periodsHandlers } from '../periods.ts';
import { pricingHandlers } from '../pricing.ts';
import { profileHandlers } from '../profiles.ts';
import { reconciliationHandlers } from '../reconciliation.ts';
import { scheduleHandlers } from '../exports/schedules.ts';
import { signatureHandlers } from '../signature.ts';
import { statementHandlers } from '../statement.ts';
import { syncHandlers } from '../sync.ts';
import { trainingHandlers } from '../training.ts';

export function handlersOver(engine: Engine): Handlers {
  return {
    ...appHandlers(engine),
    ...booksHandlers(engine),
    ...lockHandlers(engine),
    ...profileHandlers(engine),
    ...trainingHandlers(engine),
    ...syncHandlers(engine),
    ...invoiceHandlers(),
    ...createHandlers(),
    ...deliveryHandlers(),
    ...deliveryListHandlers(),
    ...bulkHandlers(),
    ...lookupHandlers(),
    ...customerHandlers(),
    ...historyHandlers(),
    ...catalogueHandlers(),
    ...pricingHandlers(),
    ...reconciliationHandlers(engine),
    ...scheduleHandlers(),
    ...statementHandlers(),
    ...journalHandlers(),
    ...homeCurrencyHandlers(),
    ...peopleHandlers(engine),
    ...fourEyesHandlers(engine),
    ...teamHandlers(engine),
    ...notesHandlers(),
    ...exceptionsHandlers(),
    ...periodsHandlers(),
    ...checklistHandlers(),
    ...importsHandlers(),
    ...entriesHandlers(),
    ...signatureHandlers(engine),
    ...activityHandlers(engine),
  } satisfies Handlers;
}

/** Any handler, seen by a dispatcher that knows only names: a method, so that its input may be narrower than unknown. */
interface AnyHandler {
  run(input: unknown, context: CallContext): Promise<unknown>;
}

/** The mirror of a business, seen by a dispatcher that knows only names. */
interface AnyMirror {
  read(name: string, input: unknown): Promise<unknown>;
}

/** Runs handlers by name, and reads of the mirror where a call has no handler. The caller has parsed the input with the schema of that name. */
export function runnerOver(engine: Engine): RunHandler {
  const table: Readonly<Record<string, AnyHandler['run']>> = handlersOver(engine);
  return (name, input, context) => {
    const run = table[name];
    if (run !== undefined) return run(input, context);
    const mirror: AnyMirror = context.business.mirror;
    return mirror.read(name, input);
  };
}
