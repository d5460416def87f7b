// Tells when this computer's network addresses change: a cable, another Wi-Fi, a VPN, the end of being offline.
import { networkInterfaces } from 'node:os';
import type { Clock, Power } from '../backend/ports.ts';

const LOOK_EVERY_MS = 3_000;
/** A network that comes and goes must not make a storm of probes. */
const TELL_AT_MOST_EVERY_MS = 30_000;

export interface NetworkWatch {
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Looks every three seconds; the timer does not keep the process alive. */
export function watchNetwork(clock: Clock, addresses: () => string = systemAddresses): NetworkWatch {
  const listeners = new Set<() => void>();
  let known = addresses();
  let toldAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  const timer = setInterval(() => {
    const present = addresses();
    // That the network went away is nothing to act on; that there is another one is.
    if (present !== known) isDue = present !== '';
    known = present;
    if (!isDue || clock.monotonic() - toldAt < TELL_AT_MOST_EVERY_MS) return;
    isDue = false;
    toldAt = clock.monotonic();
    for (const listener of listeners) listener();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}

/** Sleep and resume together with changes of the network. */
export function powerWithNetwork(power: Power, watch: NetworkWatch): Power {
  return {
    onResume(listener) {
      const stops = [power.onResume(listener), watch.onChange(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The addresses by which others could be reached, as one text; empty without a network. */
function systemAddresses(): string {
  return Object.entries(networkInterfaces())
    .flatMap(([name, list]) =>
      (list ?? [])
        .filter(({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address))
        .map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n');
}
