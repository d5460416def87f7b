/**
 * The names of the one channel that carries every frame in the Electron shell. Imports nothing, so that the sandboxed preload
 * can use it. Not here: what the frames look like (envelope.ts).
 */
export const CALL_CHANNEL = 'console:call';
export const EVENT_CHANNEL = 'console:event';
