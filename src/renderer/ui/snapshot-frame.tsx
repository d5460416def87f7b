// The screen of a snapshot that is kept and read again on demand (rates, the catalogue).
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../../domain/failure.ts';
import { EmptyState } from './empty-state.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { InstantText, ZoneNote } from './instant-text.tsx';
import { Note } from './note.tsx';
import { PageFrame } from './page-frame.tsx';
import { ReadAgainButton } from './read-again-button.tsx';

/** `asOf` is null when none was ever read. */
interface Dated {
  readonly asOf: string | null;
  /** Since when (this computer's clock) no reading has succeeded. */
  readonly failingSince?: string | undefined;
}

/** A snapshot as the screen has it. */
interface SnapshotView<Answer extends Dated> {
  readonly answer: Answer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** Title and the way to read it again. */
export function SnapshotFrame(props: {
  readonly title: string;
  readonly subtitle: string;
  readonly isReading: boolean;
  readonly onReadAgain: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { title, subtitle, isReading, onReadAgain, children } = props;
  return (
    <PageFrame
      title={title}
      subtitle={subtitle}
      actions={
        <>
          <ZoneNote />
          <ReadAgainButton isReading={isReading} onReadAgain={onReadAgain} />
        </>
      }
    >
      {children}
    </PageFrame>
  );
}

/** The snapshot; that it is being read or could not be; or both, an old one and why there is no newer. */
export function SnapshotBody<Answer extends Dated>(props: {
  readonly snapshot: SnapshotView<Answer>;
  /** "No snapshot of the rates". */
  readonly unreadTitle: string;
  /** "Not read yet; reading the rates from the API now." */
  readonly readingWords: string;
  readonly children: (answer: Answer) => ReactNode;
}): ReactNode {
  const { snapshot, unreadTitle, readingWords, children } = props;
  const { answer, failure, isReading, readAgain } = snapshot;
  const notice = failure === undefined ? null : <FailureNotice failure={failure} onRetry={readAgain} />;
  if (answer !== undefined && answer.asOf !== null) {
    return (
      <>
        {notice}
        {notice === null || answer.failingSince === undefined ? null : (
          <Note>
            No reading has succeeded since <InstantText value={answer.failingSince} withAge />; what stands below is
            from before.
          </Note>
        )}
        {children(answer)}
      </>
    );
  }
  if (notice !== null && !isReading) {
    return (
      <EmptyState kind="could-not-load" title={unreadTitle}>
        {notice}
      </EmptyState>
    );
  }
  return (
    <div role="status">
      <Note>{readingWords}</Note>
      <Skeleton height={320} radius="lg" />
    </div>
  );
}
