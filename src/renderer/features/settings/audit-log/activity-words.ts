/** The words of the activity log: actions, and what an outcome means in colour. Unknown ones stand as they came. Pure. */
import type { ActivityAction } from '../../../../domain/activity.ts';
import type { Tone } from '../../../ui/index.ts';

const ACTIONS: Readonly<Record<ActivityAction, string>> = {
  'create-invoice': 'Create an invoice',
  'resend-webhook': 'Resend a webhook',
  'resend-many': 'Resend many',
  'acknowledge-failures': 'Mark failures as seen',
  'begin-incident': 'Check an outage',
  'end-incident': 'Stop checking an outage',
  export: 'Export',
  'add-profile': 'Connect a business',
  'set-key': 'Set an API key',
  'change-profile': 'Change a profile',
  'forget-profile': 'Forget a profile',
  'set-webhook-secret': 'Set a webhook secret',
  'remove-webhook-secret': 'Remove a webhook secret',
  'set-reserve': 'Set the reserve',
  'save-view': 'Save a view',
  'remove-view': 'Remove a view',
  'act-on-exceptions': 'Work on exceptions',
  'import-file': 'Imported a file',
  'undo-import': 'Took an import back',
  'save-source': 'Saved a source',
  'remove-source': 'Removed a source',
  'match-by-hand': 'Matched by hand',
  unmatch: 'Took a match by hand back',
  'close-period': 'Close a period',
  'restore-books': 'Opened books that were put back',
};

/** An action in words. */
export function actionWords(action: string): string {
  const known: Readonly<Record<string, string>> = ACTIONS;
  return (Object.hasOwn(known, action) ? known[action] : undefined) ?? action;
}

const GOOD: ReadonlySet<string> = new Set(['done', 'delivered', 'created', 'saved', 'offered', 'acknowledged']);
const BAD: ReadonlySet<string> = new Set(['refused', 'conflict', 'failed', 'done-with-failures']);
const UNCERTAIN: ReadonlySet<string> = new Set([
  'unknown',
  'inconclusive',
  'not-observed',
  'no-answer-yet',
  'occurred-maybe-others',
  'existing',
]);

/** What the colour of an outcome says; the word stands beside it. */
export function outcomeTone(outcome: string): Tone {
  if (GOOD.has(outcome)) return 'good';
  if (BAD.has(outcome) || outcome.startsWith('stopped')) return 'bad';
  return UNCERTAIN.has(outcome) ? 'warn' : 'quiet';
}

/** An outcome in words: the same words as everywhere, without hyphens. */
export function outcomeWords(outcome: string): string {
  return outcome === 'offered' ? 'saved' : outcome.replaceAll('-', ' ');
}

/** Evidence as people read it: JSON on lines; what is none, or was cut, as it came. */
export function evidenceText(evidence: string): string {
  try {
    return JSON.stringify(JSON.parse(evidence), null, 2);
  } catch {
    return evidence;
  }
}
