// The table of every call between screen and engine, and its types.
import type { z } from 'zod';
import { activityCalls } from './calls/activity.ts';
import { appCalls } from './calls/app.ts';
import { booksCalls } from './calls/books.ts';
import { bulkCalls } from './calls/bulk.ts';
import { catalogueCalls } from './calls/catalogue.ts';
import { createCalls } from './calls/creates.ts';
import { customerCalls } from './calls/customers.ts';
import { deliveryCalls } from './calls/deliveries.ts';
import type { Told, ToldOf } from '../domain/kernel/shape.ts';
import { deliveryListCalls } from './calls/delivery-list.ts';
import { entryCalls } from './calls/entries.ts';
import { exceptionCalls } from './calls/exceptions.ts';
import { historyCalls } from './calls/history.ts';
import { importCalls } from './calls/imports.ts';
import { invoiceCalls } from './calls/invoices.ts';
import { homeCurrencyCalls } from './calls/period/home-currency.ts';
import { journalCalls } from './calls/period/journal.ts';
import { lockCalls } from './calls/lock.ts';
import { lookupCalls } from './calls/lookup.ts';
import { notesCalls } from './calls/notes.ts';
import { checklistCalls } from './calls/period/checklist.ts';
import { periodCalls } from './calls/periods.ts';
import { fourEyesCalls } from './calls/people/four-eyes.ts';
import { peopleCalls } from './calls/people/people.ts';
import { teamCalls } from './calls/people/teams.ts';
import { pricingCalls } from './calls/pricing.ts';
import { profileCalls } from './calls/profiles.ts';
import { reconciliationCalls } from './calls/reconciliation.ts';
import { scheduleCalls } from './calls/exports/schedules.ts';
import { signatureCalls } from './calls/signature.ts';
import { statementCalls } from './calls/statement.ts';
import { syncCalls } from './calls/sync.ts';
import { trainingCalls } from './calls/training.ts';

export const calls = {
  ...appCalls,
  ...booksCalls,
  ...lockCalls,
  ...profileCalls,
  ...trainingCalls,
  ...syncCalls,
  ...invoiceCalls,
  ...createCalls,
  ...deliveryCalls,
  ...deliveryListCalls,
  ...bulkCalls,
  ...lookupCalls,
  ...customerCalls,
  ...historyCalls,
  ...catalogueCalls,
  ...pricingCalls,
  ...scheduleCalls,
  ...reconciliationCalls,
  ...statementCalls,
  ...journalCalls,
  ...homeCurrencyCalls,
  ...peopleCalls,
  ...fourEyesCalls,
  ...teamCalls,
  ...notesCalls,
  ...exceptionCalls,
  ...periodCalls,
  ...checklistCalls,
  ...importCalls,
  ...entryCalls,
  ...signatureCalls,
  ...activityCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<Name extends CallName> = Told<z.input<Calls[Name]['input']>>;
export type ParsedInput<Name extends CallName> = z.output<Calls[Name]['input']>;
/** What a handler gives and a caller receives. */
export type CallOutput<Name extends CallName> = ToldOf<Calls[Name]['output']>;

/** True when the text names a declared call. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
