// A command as the Windows registry holds it: one line that is taken apart again by the rule of CommandLineToArgvW.
// Pure.

/**
 * A part in quotes, so that a blank in it ends nothing: without them “C:\Users\Jane Doe\…” would start “C:\Users\Jane”. Before the closing quote a
 * backslash would take it along, and is doubled; a quote itself is none that a path can hold.
 */
export function quotedPart(part: string): string {
  return `"${part.replaceAll('"', '').replace(/\\+$/, '$&$&')}"`;
}
