// The page of a snapshot that is kept and read again on demand (rates, the catalogue).
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { InstantText } from '../text/instant-text.tsx';
import { PageFrame } from './page-frame.tsx';
import { Note, ReadAgainButton } from '../text/small-parts.tsx';
import { ReadState } from './read-state.tsx';
import type { PageRecord } from './record-page.tsx';

/** `asOf` is null when none was ever read. */
interface Dated {
  readonly asOf: string | null;
  /** Since when (this computer's clock) no reading has succeeded. */
  readonly failingSince?: string | undefined;
}

/** The snapshot; that it is being read or could not be; or both, an old one and why there is no newer. `what`: "rates". */
export function SnapshotPage<Answer extends Dated>(props: {
  readonly title: string;
  readonly subtitle?: string;
  readonly what: string;
  readonly snapshot: PageRecord<Answer>;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** In place of all there is to say of the snapshot. */
  readonly instead?: ReactNode;
  readonly children: (answer: Answer) => ReactNode;
}) {
  const { title, subtitle, what, snapshot, filters, actions, instead, children } = props;
  const { answer, isReading, readAgain } = snapshot;
  // What failed before says nothing while the first reading is made.
  const failure = isReading && answer?.asOf === null ? undefined : snapshot.failure;
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
        <ReadState
          read={{ data: answer?.asOf === null ? undefined : answer, failure, refresh: readAgain }}
          unreadTitle={`The ${what} could not be read`}
        >
          {(known) => (
            <>
              {failure === undefined || known.failingSince === undefined ? null : (
                <Note>
                  No reading has succeeded since <InstantText value={known.failingSince} withAge />; what stands below
                  is from before.
                </Note>
              )}
              {children(known)}
            </>
          )}
        </ReadState>
      )}
    </PageFrame>
  );
}
