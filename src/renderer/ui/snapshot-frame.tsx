// The page of a snapshot that is kept and read again on demand (rates, the catalogue).
import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../../domain/failure.ts';
import { EmptyState } from './empty-state.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { InstantText } from './instant-text.tsx';
import { Note } from './note.tsx';
import { PageFrame } from './page-frame.tsx';
import { ReadAgainButton } from './read-again-button.tsx';

/** `asOf` is null when none was ever read. */
interface Dated {
  readonly asOf: string | null;
  /** Since when (this computer's clock) no reading has succeeded. */
  readonly failingSince?: string | undefined;
}

interface SnapshotView<Answer> {
  readonly answer: Answer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** The snapshot; that it is being read or could not be; or both, an old one and why there is no newer. `what`: "rates". */
export function SnapshotPage<Answer extends Dated>(props: {
  readonly title: string;
  readonly subtitle?: string;
  readonly what: string;
  readonly snapshot: SnapshotView<Answer>;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** In place of all there is to say of the snapshot. */
  readonly instead?: ReactNode;
  readonly children: (answer: Answer) => ReactNode;
}): ReactNode {
  const { title, subtitle, what, snapshot, filters, actions, instead, children } = props;
  const { answer, isReading, readAgain } = snapshot;
  return (
    <PageFrame
      title={title}
      subtitle={subtitle}
      filters={filters}
      actions={
        <>
          {answer === undefined || answer.asOf === null ? null : (
            <Text component="div" fz="xs" c="dimmed">
              Read <InstantText value={answer.asOf} withAge short />
            </Text>
          )}
          <ReadAgainButton isReading={isReading} onReadAgain={readAgain} />
          {actions}
        </>
      }
    >
      {instead ?? (
        <Body what={what} snapshot={snapshot}>
          {children}
        </Body>
      )}
    </PageFrame>
  );
}

function Body<Answer extends Dated>(props: {
  readonly what: string;
  readonly snapshot: SnapshotView<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}): ReactNode {
  const { what, snapshot, children } = props;
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
      <EmptyState kind="could-not-load" title={`The ${what} could not be read`}>
        {notice}
      </EmptyState>
    );
  }
  return (
    <div role="status">
      <Note>Not read yet; reading the {what} from the API now.</Note>
      <Skeleton height={320} radius="lg" />
    </div>
  );
}
