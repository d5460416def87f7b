// The whole of what the page gets from Electron: call(frame) and subscribe(listener), as plain functions over plain
// data. It never grows: no raw Electron object, no event object and no channel name crosses.
import { contextBridge, ipcRenderer } from 'electron';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../contract/channel.ts';

type Listener = (frame: unknown) => void;

/** Keyed by subscription, so that one listener may subscribe twice. */
const listeners = new Map<object, Listener>();

ipcRenderer.on(EVENT_CHANNEL, (_event, frame: unknown) => {
  for (const listener of listeners.values()) listener(frame);
});

/** Sends one frame; resolves to its answer, or to null for a cancel. */
function call(frame: unknown): Promise<unknown> {
  return ipcRenderer.invoke(CALL_CHANNEL, frame);
}

/** Hears every event from now on; the first listener starts the stream and the last one to leave ends it. */
function subscribe(listener: Listener): () => void {
  const key = {};
  listeners.set(key, listener);
  if (listeners.size === 1) ipcRenderer.send(EVENT_CHANNEL, true);
  return () => {
    if (listeners.delete(key) && listeners.size === 0) ipcRenderer.send(EVENT_CHANNEL, false);
  };
}

contextBridge.exposeInMainWorld('merchantConsole', { call, subscribe });
