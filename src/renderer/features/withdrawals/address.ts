// A wallet address in groups for comparing by eye. Never shortened: look-alike addresses share their first and last characters on purpose.
const GROUP = 4;
const PLAIN_ADDRESS = /^[A-Za-z0-9]{8,128}$/;

export interface AddressGroup {
  /** Where in the address it begins. */
  readonly at: number;
  readonly text: string;
}

/** Groups of four, or null when the text is not a plain address and is better shown as it came. */
export function addressGroups(address: string): readonly AddressGroup[] | null {
  if (!PLAIN_ADDRESS.test(address)) return null;
  const groups: AddressGroup[] = [];
  const prefix = address.startsWith('0x') ? 2 : 0;
  if (prefix > 0) groups.push({ at: 0, text: address.slice(0, prefix) });
  for (let at = prefix; at < address.length; at += GROUP) groups.push({ at, text: address.slice(at, at + GROUP) });
  return groups;
}
