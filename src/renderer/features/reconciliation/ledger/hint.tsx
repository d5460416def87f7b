/** What an entry that nothing here is may be all the same: told by the match as a hint, never as a match. Not here: finding it. */
import type { ReactNode } from 'react';
import type { SourceKind } from '../../../../domain/entry.ts';
import type { Evidence } from '../../../../domain/finding.ts';
import { Notice, plainText } from '../../../ui/index.ts';
import { RecordLink } from './record-link.tsx';

/** Nothing without a hint. */
export function Hint({ evidence, kind }: { readonly evidence: Evidence; readonly kind: SourceKind }): ReactNode {
  const hint = evidence['hint'] ?? null;
  const uuid = evidence['hint.uuid'] ?? null;
  const isIncomplete = (evidence['list.certificate'] ?? 'certified') !== 'certified';
  if (hint === null && !isIncomplete) return null;
  const list = kind === 'orders' ? 'invoices' : 'withdrawals';
  return (
    <Notice
      tone="notice"
      title={
        hint === null
          ? `The list of ${list} was not complete`
          : uuid === null
            ? 'But look at this'
            : 'But look at this one'
      }
    >
      {hint === null
        ? `It may only be unread; the next match after a complete reading tells.`
        : `${plainText(hint.slice(0, 300))} `}
      {uuid === null ? null : <RecordLink record={{ list, uuid, ident: evidence['hint.ident'] ?? null }} named />}
    </Notice>
  );
}
