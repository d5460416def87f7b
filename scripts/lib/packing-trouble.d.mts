/** What a test needs to know of packing-trouble.mjs, which TypeScript does not look into. */
export function packingTrouble(output: string, kinds: string): string;
