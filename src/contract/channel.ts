/**
 * The names of the one channel that carries every frame in the Electron shell. Imports nothing, so that the sandboxed preload
 * can use it. Not here: what the frames look like (envelope.ts).
 */
export const CALL_CHANNEL = 'console:call';
export const EVENT_CHANNEL = 'console:event';

/** Longer frames are refused before they are parsed. Files come in as chunks of at most 1 MiB, base64 in JSON. */
export const MAX_FRAME_BYTES = 1_572_864;
