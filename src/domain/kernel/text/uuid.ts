/** What a uuid looks like. Not here: whose it is. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for texts in uuid format, whatever version. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** True when two uuids are the same: their letters may be written in either case. */
export function sameUuid(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
