// What is odd about a check as a whole, before anything is kept: hardly a row is found, most repeat, most records are
// missing, or the same file is here already. What a wrong column would flood the exceptions with is asked once more.
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { countWords, ForeignText, importPath, InstantText, Link, Notice } from '../../../ui/index.ts';
import type { CheckProps } from './check-parts.tsx';
import { stepHref } from './use-wizard.ts';
import { doubtWords } from './words.ts';

type Checked = CallOutput<'imports.check'>;

/** Why the import waits for a person, who has looked (`isSure`) or not; null when it does not. */
export function doubtBar({ doubts, sameFile }: Checked, isSure: boolean): string | null {
  if (sameFile?.isReadOtherwise === true) return 'This file is in the source already, read in another way.';
  return doubts.length === 0 || isSure ? null : 'Say above that you have looked at what is odd about this file.';
}

export function CheckDoubts(
  props: CheckProps & { readonly isSure: boolean; readonly onSure: (isSure: boolean) => void },
): ReactNode {
  const { kind, answer, isSure, onSure } = props;
  const { doubts, sameFile } = answer;
  const isAsked = doubts.length > 0 && sameFile?.isReadOtherwise !== true;
  return (
    <>
      {sameFile === null ? null : <SameFileNotice same={sameFile} />}
      {doubts.map((doubt, at) => (
        <Notice key={doubt} tone="warn" title={doubtWords(doubt, kind, answer).title}>
          {doubtWords(doubt, kind, answer).meaning}{' '}
          {doubt === 'most-missing' ? null : (
            <Link to={stepHref('columns')} inline>
              Look at the columns
            </Link>
          )}
          {isAsked && at === doubts.length - 1 ? (
            <Checkbox
              mt="sm"
              label={`I have looked at ${doubts.length === 1 ? 'this, and it is' : 'these, and they are'} meant so`}
              checked={isSure}
              onChange={(event) => onSure(event.currentTarget.checked)}
            />
          ) : null}
        </Notice>
      ))}
    </>
  );
}

function SameFileNotice({ same }: { readonly same: NonNullable<Checked['sameFile']> }): ReactNode {
  const { isReadOtherwise } = same;
  const { id, at, entries, sourceName } = same.import;
  const link = (
    <Link to={importPath(id)} inline>
      Open that import
    </Link>
  );
  if (isReadOtherwise) {
    return (
      <Notice tone="bad" title="This file is in the source already, read in another way">
        It was imported <InstantText value={at} /> with other columns or in another format, so its rows would stand
        there twice. Undo that import first and choose the file again, or put columns and format back as they were.{' '}
        {link}
      </Notice>
    );
  }
  return (
    <Notice tone="notice" title="The same file is in another source already">
      <ForeignText text={sourceName} /> has it with {countWords(entries, 'entry', 'entries')} since{' '}
      <InstantText value={at} />. Each source may name every record once, so both are held against the same ones. {link}
    </Notice>
  );
}
