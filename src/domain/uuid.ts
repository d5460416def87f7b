/** What a uuid looks like. Not here: whose it is. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for texts in uuid format, whatever version. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
