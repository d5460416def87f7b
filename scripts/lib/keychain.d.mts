/** What a test needs to know of keychain.mjs, which TypeScript does not look into. */
export function keychainTrouble(
  file: string,
  options?: { readonly env?: NodeJS.ProcessEnv; readonly limit?: number },
): Promise<string | null>;
