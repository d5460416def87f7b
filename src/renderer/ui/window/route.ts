// The address of a screen: path and query inside the hash, so that back, forward, reload and a copied link keep what is on screen.
import type { SubjectList } from '../../../domain/kernel/finding.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

export interface NavigateOptions {
  /** Replaces the entry of the history: for every letter of a search, not for a step. */
  readonly replace?: boolean;
}

/** Path and query of the hash; "#" alone is "/". */
export function splitHash(hash: string): { readonly path: string; readonly query: string } {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s, 2);
  return { path: path.startsWith('/') ? path : `/${path}`, query };
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}

/** Goes to a screen ("/invoices?status=success"). */
export function navigateTo(to: string, options: NavigateOptions = {}): void {
  const href = hashHref(to);
  if (href === window.location.hash) return;
  if (options.replace === true) window.history.replaceState(null, '', href);
  else window.history.pushState(null, '', href);
  // Neither of the two tells anyone by itself.
  window.dispatchEvent(new PopStateEvent('popstate'));
}

export function hashHref(to: string): string {
  return `#${to.startsWith('/') ? to : `/${to}`}`;
}

/** The screen of an invoice, by its uuid; `at` is the part of it that comes into view. */
export function invoicePath(uuid: string, at?: 'deliveries'): string {
  return `${screenPath('invoice', { ident: uuid })}${at === undefined ? '' : `?at=${at}`}`;
}

export function withdrawalPath(uuid: string): string {
  return screenPath('withdrawal', { uuid });
}

/** Where what people write about is shown: by its uuid, the id of a customer, or the host of an endpoint. */
export function recordPath(list: SubjectList, id: string): string {
  if (list === 'customers') return customerPath(id);
  if (list === 'endpoints') return `${screenPath('endpoints')}?${new URLSearchParams({ host: id }).toString()}`;
  return list === 'invoices' ? invoicePath(id) : withdrawalPath(id);
}

export function customerPath(customerId: string): string {
  return screenPath('customer', { id: customerId });
}

/** Entries of the merchant's own books, narrowed by the names of their filter. */
export function entriesPath(filter: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(filter).toString();
  return query === '' ? screenPath('ledger') : `${screenPath('ledger')}?${query}`;
}

export function entryPath(id: string): string {
  return screenPath('ledger-entry', { id });
}

export function importPath(id: string): string {
  return screenPath('import', { id });
}

export function lookupOfIdPath(id: string): string {
  return `${screenPath('lookup')}?${new URLSearchParams({ id }).toString()}`;
}

/** What stands still since a copy of the books was put back. */
export const RESTORED_PATH = screenPath('restored');

export const RUNS_PATH = screenPath('resends');
export function runPath(runId: string): string {
  return screenPath('resend', { id: runId });
}

/** The plan over a filter of the list of deliveries; the order of the list says nothing there. */
export function planOfFilterPath(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const name of ['sort', 'columns']) parameters.delete(name);
  // Without any filter the plan is over the whole list, which an address without anything does not mean.
  parameters.set('of', 'filter');
  return `${screenPath('new-resend')}?${parameters.toString()}`;
}

/** The router's location hook: the path in the hash, and how to leave it. */
export function useHashLocation(): [string, (to: string, options?: NavigateOptions) => void] {
  return [splitHash(useHash()).path, navigateTo];
}
useHashLocation.hrefs = hashHref;

/** The router's search hook: the query in the hash. */
export function useHashSearch(): string {
  return splitHash(useHash()).query;
}

export type FilterPatch = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

export interface RouteFilters {
  /** The whole query in one canonical text: equal filters, equal text. Good as a grid's queryKey. */
  readonly query: string;
  readonly text: (name: string) => string | undefined;
  /** All values of a name; empty when there are none. */
  readonly list: (name: string) => readonly string[];
  readonly flag: (name: string) => boolean | undefined;
  /** Sets some names and keeps the others; undefined, empty text and empty lists remove the name. */
  readonly change: (patch: FilterPatch, options?: NavigateOptions) => void;
  /** Removes everything but these names. */
  readonly keep: (names: readonly string[]) => void;
}

/** Filters that live in the address of the screen. */
export function useRouteFilters(): RouteFilters {
  const search = useHashSearch();
  const read = useMemo(() => readQuery(search), [search]);
  const change = useCallback((patch: FilterPatch, options?: NavigateOptions) => {
    const { path, query } = splitHash(window.location.hash);
    navigateTo(withQuery(path, patched(new URLSearchParams(query), patch)), options);
  }, []);
  const keep = useCallback((names: readonly string[]) => {
    const { path, query } = splitHash(window.location.hash);
    const kept = [...new URLSearchParams(query)].filter(([name]) => names.includes(name));
    navigateTo(withQuery(path, new URLSearchParams(kept)));
  }, []);
  return useMemo(() => ({ ...read, change, keep }), [read, change, keep]);
}

/** The filters of a query, also of one that is not in the address now. */
export function readQuery(query: string): Pick<RouteFilters, 'query' | 'text' | 'list' | 'flag'> {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return {
    query: parameters.toString(),
    text: (name) => parameters.get(name) ?? undefined,
    list: (name) => parameters.getAll(name),
    flag: (name) => readFlag(parameters.get(name)),
  };
}

function readFlag(text: string | null): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function patched(parameters: URLSearchParams, patch: FilterPatch): URLSearchParams {
  for (const [name, value] of Object.entries(patch)) {
    parameters.delete(name);
    if (value === undefined || value === '') continue;
    for (const one of typeof value === 'object' ? value : [`${value}`]) parameters.append(name, one);
  }
  return parameters;
}

function withQuery(path: string, parameters: URLSearchParams): string {
  const query = parameters.toString();
  return query === '' ? path : `${path}?${query}`;
}
