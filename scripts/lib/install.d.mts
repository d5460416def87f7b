/** What tests know of what holds for every installation (install.mjs). */
export const NODE_DIGESTS: Readonly<Record<string, Readonly<Record<string, string>>>>;
export function installEnvironment(
  outer: Readonly<Record<string, string | undefined>>,
  path: string,
): Readonly<Record<string, string | undefined>>;
export function nodeTrouble(modules?: string): string | null;
