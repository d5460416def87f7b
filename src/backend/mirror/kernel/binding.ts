// One mirror, one business: bound to the origin of the API first, to the business when the first delivery names it. A
// key of another business must never write here.
import { businessesOf, type Delivery } from '../../../domain/webhooks/delivery.ts';
import { readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { Binding } from './answers.ts';
import type { MirrorReadContext, MirrorWriteContext } from './context.ts';

export type BindResult = 'bound' | 'same' | 'different';

/** `binding`: null while the mirror belongs to nobody. */
function readBinding({ database }: MirrorReadContext): Binding | null {
  return bindingOf(database);
}

/**
 * `bind`: to the origin of the API, and to the business that the profile is known to be of (a mirror that was made anew has
 * forgotten it). `different` changes nothing.
 */
export function bindOrigin(
  { database }: MirrorWriteContext,
  input: { readonly origin: string; readonly businessUuid?: string | null | undefined },
): BindResult {
  const known = input.businessUuid ?? null;
  const binding = bindingOf(database);
  if (binding === null) {
    database.run('INSERT INTO binding (id, origin, business_uuid) VALUES (1, ?, ?)', input.origin, known);
    return 'bound';
  }
  if (binding.origin !== input.origin) return 'different';
  if (known === null || binding.businessUuid === known) return 'same';
  if (binding.businessUuid !== null) return 'different';
  database.run('UPDATE binding SET business_uuid = ? WHERE id = 1', known);
  return 'same';
}

/**
 * To the business that deliveries name, for the writer, before it stores them. `different`, with which nothing has changed: they name another one,
 * or more than one. A mirror without an origin belongs to nobody yet, and is bound to nobody.
 */
export function bindToNamed(database: SqliteDatabase, deliveries: readonly Delivery[]): BindResult {
  const [named, ...more] = businessesOf(deliveries);
  const binding = bindingOf(database);
  if (named === undefined || binding === null) return 'same';
  if (more.length > 0) return 'different';
  if (binding.businessUuid !== null) return binding.businessUuid === named ? 'same' : 'different';
  database.run('UPDATE binding SET business_uuid = ? WHERE id = 1', named);
  return 'bound';
}

function bindingOf(database: SqliteDatabase): Binding | null {
  const row = database.get('SELECT origin, business_uuid FROM binding WHERE id = 1');
  return row === null ? null : { origin: readText(row, 'origin'), businessUuid: readTextOrNull(row, 'business_uuid') };
}

export const bindingReads = {
  binding: readBinding,
} as const;

export const bindingWrites = {
  bind: bindOrigin,
} as const;
