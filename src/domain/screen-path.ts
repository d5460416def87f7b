/** The address of a screen, as it stands behind the `#`: what the shell may open and the engine may name. Pure. Not here: which screens there are (renderer/app). */

const MAX_LENGTH = 2_000;

/** One leading slash, no blank, no backslash: "/invoices/a%2Fb?tab=1". */
export function isScreenPath(text: string): boolean {
  return text.length <= MAX_LENGTH && /^\/(?!\/)[^\s\\]*$/.test(text);
}
