// What stands before a closed period that is not to be trusted as it is shown: what is kept of it is not what was
// locked, or it has words that this version of the console does not know. Nothing when all is well.
import type { ReactNode } from 'react';
import type { CheckedClose } from '../../../domain/period/close.ts';
import type { CloseFault, UnknownWord } from '../../../domain/period/close-proof.ts';
import { Notice } from '../../ui/frame/failure-notice.tsx';
import { plainText } from '../../ui/text/foreign-text.tsx';

/** Strips in the order of their weight. */
export function CloseTrust({ close }: { readonly close: Pick<CheckedClose, 'proof' | 'unknown'> }): ReactNode {
  const { proof, unknown } = close;
  return (
    <>
      {proof.verified ? null : (
        <Notice tone="bad" title="NOT verified: what is kept of this close is not what was locked">
          {proof.faults.map((fault) => FAULT_WORDS[fault]).join(' ')} Do not rely on these figures: compare them with an
          export or a print from when the period was closed, or with a backup of the books.
        </Notice>
      )}
      {unknown.length === 0 ? null : (
        <Notice tone="warn" title="Locked by a later version of the console">
          Not known to this version, and not shown: {unknown.map(wordOf).join(', ')}. The text of the close is whole:
          export it, or open the period in the later version.
        </Notice>
      )}
    </>
  );
}

const FAULT_WORDS: Readonly<Record<CloseFault, string>> = {
  text: 'The text that is kept has not the SHA-256 that was locked.',
  figures: 'The figures on this screen are not those at the head of that text.',
  facts: 'It has not as many rows as were locked.',
  chain: 'It does not follow the close before it: that one is missing, or is another one.',
};

const PLACE_WORDS: Readonly<Record<UnknownWord['where'], string>> = {
  requirement: 'a requirement',
  certificate: 'a certificate',
  line: 'a line of the statement',
  opening: 'where an opening comes from',
  'no-closing': 'why there is no closing',
  finding: 'a finding of the tie-out',
  untold: 'why a success was not told',
  missing: 'a fact that is missing',
};

function wordOf({ where, word }: UnknownWord): string {
  return `${PLACE_WORDS[where]}, “${plainText(word.slice(0, 100))}”`;
}
