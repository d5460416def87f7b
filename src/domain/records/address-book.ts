// The address book: what people call an address on a network. The same characters on another network are another destination, and nothing of them
// is taken for the same that is spelled otherwise.
import { z } from 'zod';
import { instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** The most of each: characters of a name, addresses of a business. */
export const MAX_ADDRESS_NAME = 60;
export const MAX_ADDRESSES = 1_000;

/** Where a withdrawal goes (specification, "Withdrawal"). */
export const DESTINATION = z.object({ network: textOrNull, address: z.string() });
export type Destination = ToldOf<typeof DESTINATION>;

export const NAMED_ADDRESS = DESTINATION.extend({
  name: z.string(),
  /** When it got this name, and from whom. */
  at: instant,
  osUser: z.string(),
});
export type NamedAddress = ToldOf<typeof NAMED_ADDRESS>;

/** One text for each destination, as SQLite's json_array writes it. */
function destinationKey({ network, address }: Destination): string {
  return JSON.stringify([network, address]);
}

export type AddressNames = ReadonlyMap<string, string>;

export function namesOf(named: readonly NamedAddress[]): AddressNames {
  return new Map(named.map((one) => [destinationKey(one), one.name]));
}

/** What people call where a withdrawal goes; null where nobody has named it, and of one that tells no address. */
export function nameOf(
  names: AddressNames,
  { network, address }: { readonly network: string | null; readonly address: string | null },
): string | null {
  return address === null ? null : (names.get(destinationKey({ network, address })) ?? null);
}
