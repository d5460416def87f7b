/** Entry of the thread that reads the system's certificate authorities, which takes a system up to a second, and ends. Whoever asked: authorities.ts. */
import { getCACertificates } from 'node:tls';
import { parentPort } from 'node:worker_threads';

// What the environment adds (NODE_EXTRA_CA_CERTS) is of the browser shell alone: fuses keep it from packages.
const found = [...getCACertificates('system'), ...getCACertificates('extra')];
// The store of a system often has each of them twice.
parentPort?.postMessage([...new Set(found)], []);
