// The screens as main.tsx loads them: picks the wire, hands the style nonce to whoever writes style tags, and puts the app on the page.
import './bridge/wire/no-eval.ts';
import './theme/index.ts';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { pickTransport } from './bridge/index.ts';

/** The nonce that the shell wrote into the page; empty in development, where there is no policy. */
function readNonce(): string {
  const content = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return content === '__CSP_NONCE__' ? '' : content;
}

// A tab that another tab of the console opened has its session by now, and no further use for whoever opened it.
window.opener = null;
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
const nonce = readNonce();
if (nonce !== '') setNonce(nonce);
createRoot(root).render(
  <StrictMode>
    <App transport={pickTransport()} nonce={nonce} />
  </StrictMode>,
);
