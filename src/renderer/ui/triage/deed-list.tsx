/**
 * Everything that was done about an exception, the latest first: by the engine and by people, with the facts before and after. Not here:
 * what the facts are called (domain/finding).
 */
import type { ReactNode } from 'react';
import type { ExceptionEvent } from '../../../domain/exception.ts';
import type { Evidence, FindingKind } from '../../../domain/finding.ts';
import { plainText } from '../foreign-text.tsx';
import { InstantText } from '../instant-text.tsx';
import { EvidenceChange } from './evidence-table.tsx';
import { deedWords } from './exception-words.ts';
import classes from './triage.module.css';

interface Line {
  readonly deed: ExceptionEvent;
  readonly before: Evidence | null;
  readonly key: string;
}

/** `deeds` come oldest first, as the engine tells them. */
export function DeedList(props: { readonly kind: FindingKind; readonly deeds: readonly ExceptionEvent[] }): ReactNode {
  const { kind, deeds } = props;
  return (
    <ol className={classes.deeds} aria-label="History">
      {deeds
        .map((deed, index) => ({ deed, before: lastEvidence(deeds.slice(0, index)), key: `${deed.at} ${index}` }))
        .reduce<Line[]>((later, line) => [line, ...later], [])
        .map(({ deed, before, key }) => (
          <li key={key}>
            <DeedLine deed={deed} />
            {before === null || deed.evidence === null ? null : (
              <EvidenceChange of={kind} before={before} after={deed.evidence} />
            )}
          </li>
        ))}
    </ol>
  );
}

function DeedLine({ deed }: { readonly deed: ExceptionEvent }): ReactNode {
  const { at, osUser, note } = deed;
  return (
    <>
      <p className={classes.deedLine}>
        <span className={classes.deedWhat}>{deedWords(deed)}</span>{' '}
        <span className={classes.deedWhen}>
          <InstantText value={at} />
          {osUser === null ? null : ` · ${plainText(osUser.slice(0, 64))}`}
        </span>
      </p>
      {note === null || note === '' ? null : <p className={classes.deedNote}>{plainText(note)}</p>}
    </>
  );
}

function lastEvidence(deeds: readonly ExceptionEvent[]): Evidence | null {
  return deeds.reduce<Evidence | null>((before, { evidence }) => evidence ?? before, null);
}
