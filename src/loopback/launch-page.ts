// The launch page: a static page without effect. Its script exchanges the token in the address's fragment, which no
// server and no log ever sees, for a session token, and goes on to the console.

/** Where the page keeps the session token; the screens read it there (sessionStorage, one tab). */
export const SESSION_KEY = 'merchant-console.session';

export const LAUNCH_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merchant Console</title>
<script type="module" src="/launch.js"></script>
</head>
<body>
<p id="state" role="status">Opening the console …</p>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;

export const LAUNCH_JS = `const state = document.getElementById('state');
const token = location.hash.slice(1);
history.replaceState(null, '', '/launch');
const refused =
  'This launch link has been used or is too old. Press Enter in the terminal of the console for a fresh one, or start it again.';
try {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
  if (answer.ok) {
    const session = await answer.json();
    sessionStorage.setItem('${SESSION_KEY}', session.token);
    location.replace('/');
  } else {
    state.textContent = refused;
  }
} catch {
  state.textContent = 'The console does not answer. Is it still running?';
}
`;
