// The wire of the Electron shell: the two functions that the preload exposes.
import { SILENCE_MS, type StreamListener, type FrameTransport } from './transport.ts';

/** What the preload puts on `window`. */
export interface PreloadApi {
  call(frame: unknown): Promise<unknown>;
  subscribe(listener: (frame: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly merchantConsole?: PreloadApi;
  }
}

export function preloadTransport(api: PreloadApi): FrameTransport {
  return {
    async send(frame) {
      try {
        return { kind: 'answer', frame: await api.call(frame) };
      } catch {
        return { kind: 'lost', detail: 'The console’s engine did not answer.' };
      }
    },
    cancel(id) {
      api.call({ cancel: id }).catch(() => undefined);
    },
    listen: (listener) => listenThrough(api, listener),
    download: null,
  };
}

/** Subscribes; a silence longer than two heartbeats means the engine restarted behind us, so it subscribes again. */
function listenThrough(api: PreloadApi, listener: StreamListener): () => void {
  let unsubscribe: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      listener.onConnection('reconnecting');
      unsubscribe?.();
      subscribe();
      listener.onRestart();
    }, SILENCE_MS);
  };
  const subscribe = (): void => {
    unsubscribe = api.subscribe((frame) => {
      watch();
      listener.onConnection('live');
      listener.onFrame(frame);
    });
    watch();
  };
  listener.onConnection('connecting');
  subscribe();
  // Messages of one window arrive in their order: the subscription is there before any call made after it.
  listener.onListening();
  return () => {
    clearTimeout(timer);
    unsubscribe?.();
  };
}
