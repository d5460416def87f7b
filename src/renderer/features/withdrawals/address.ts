/**
 * A wallet address cut into groups for comparing it by eye. Never shortened: look-alike addresses share their first and last
 * characters on purpose. Not here: how the groups look.
 */
const GROUP = 4;
const PLAIN_ADDRESS = /^[A-Za-z0-9]{8,128}$/;

/** Groups of four, or null when the text is not a plain address and is better shown as it came. */
export function addressGroups(address: string): readonly string[] | null {
  if (!PLAIN_ADDRESS.test(address)) return null;
  const groups: string[] = [];
  for (let start = 0; start < address.length; start += GROUP) groups.push(address.slice(start, start + GROUP));
  return groups;
}
