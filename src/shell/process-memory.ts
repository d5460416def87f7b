// Keeps the memory of the process, which holds the API key while it is used, out of files and off ports: no core
// dump, no diagnostic report, no heap snapshot and no debugger that a signal could ask for. Once for both shells.
import { writeFileSync } from 'node:fs';

const CORE_FILTER = '/proc/self/coredump_filter';
/** Node starts its debugger, which listens on a port, when it gets this signal and nobody else handles it. */
const DEBUGGER_SIGNAL = 'SIGUSR1';
const SNAPSHOT_SIGNAL = /--heapsnapshot-signal[= ](SIG[A-Z0-9]+)/g;

/**
 * To be called first of all, before a key can have been read. On Linux no page of the process goes into a core, of its threads and of
 * programs that it starts neither. macOS and Windows write none unless whoever owns the machine has them written, which no program can
 * refuse for itself. Never throws.
 */
export function keepMemoryPrivate(): void {
  leaveCoresEmpty();
  // Options of the command line or of NODE_OPTIONS may have switched them on.
  process.report.reportOnFatalError = false;
  process.report.reportOnSignal = false;
  process.report.reportOnUncaughtException = false;
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  for (const [, signal = ''] of options.matchAll(SNAPSHOT_SIGNAL)) process.removeAllListeners(signal);
  process.on(DEBUGGER_SIGNAL, () => undefined);
}

/** An empty filter leaves the registers and the names of the files in a core, and no memory (core(5)). */
function leaveCoresEmpty(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(CORE_FILTER, '0');
  } catch {
    // A kernel without core dumps has no such file.
  }
}
