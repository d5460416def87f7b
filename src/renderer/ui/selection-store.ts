/**
 * The way from rows that were chosen on one screen to the plan of a resend on another, since features never import each other. A filter
 * stands in the address of the plan under the names it has in the list. Rows chosen one by one are too many for an address: they are
 * left here under a short name, which the address carries ("/resend?selection=…"). Lives as long as the window; a name of an earlier
 * one is unknown. Not here: choosing (grid/row-selection.ts) and the plan.
 */
export interface HandedOver {
  /** Uuids of invoices, each once, in the order in which they were chosen. */
  readonly invoices: readonly string[];
}

interface Kept extends HandedOver {
  /** Ids mean nothing to another business. */
  readonly profile: string;
}

const kept = new Map<string, Kept>();
const MOST = 20;

/** Keeps the invoices and gives the address of their plan; the oldest choice is forgotten first. */
export function planOfSelectionPath(profile: string, invoices: readonly string[]): string {
  // No name comes twice, so an address that a later window finds in its history never names other rows.
  const name = crypto.randomUUID();
  kept.set(name, { profile, invoices: [...new Set(invoices)] });
  const oldest = kept.keys().next();
  if (kept.size > MOST && oldest.done !== true) kept.delete(oldest.value);
  return `/resend?${new URLSearchParams({ selection: name }).toString()}`;
}

/** The address of the plan over a filter of the list of deliveries; the order of the list says nothing there. */
export function planOfFilterPath(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('sort');
  // Without any filter the plan is over the whole list, which an address without anything does not mean.
  parameters.set('of', 'filter');
  return `/resend?${parameters.toString()}`;
}

/** What was kept under the name; null when this window does not know it, or it was of another profile. */
export function handedOver(profile: string, name: string): HandedOver | null {
  const found = kept.get(name);
  return found?.profile === profile ? found : null;
}
