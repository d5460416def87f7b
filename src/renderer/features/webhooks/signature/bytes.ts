// The body of a webhook as bytes: out of what was pasted or out of a file.

/** 1 MiB, the most that the engine takes. */
export const MAX_BODY_BYTES = 1024 * 1024;

const CHUNK = 0x80_00;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/** Where the body comes from. */
export type BodySource =
  | { readonly kind: 'pasted'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array };

/** The bytes that are checked. */
export function bytesOf(source: BodySource): Uint8Array {
  return source.kind === 'file' ? source.bytes : new TextEncoder().encode(source.text);
}

/** The body as a text that a shell can hold; null when it is none, or too long for a command. */
export function commandText(source: BodySource): string | null {
  const bytes = bytesOf(source);
  if (bytes.length === 0 || bytes.length > 16_384 || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
