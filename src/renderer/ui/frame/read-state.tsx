// What stands on a screen by how its read stands; a later failure stands above what is still readable.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { EmptyState } from './empty-state.tsx';
import { FailureNotice } from './failure-notice.tsx';

export function ReadState<Data>(props: {
  readonly read: {
    readonly data: Data | undefined;
    readonly failure: Failure | undefined;
    readonly refresh: () => void;
  };
  /** "The hosts could not be read". */
  readonly unreadTitle: string;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { read, unreadTitle, children } = props;
  const { data, failure, refresh } = read;
  const notice = <FailureNotice failure={failure} onRetry={refresh} />;
  if (data !== undefined) {
    return (
      <>
        {notice}
        {children(data)}
      </>
    );
  }
  if (failure === undefined) return <Skeleton height={280} radius="lg" aria-busy="true" />;
  return (
    <EmptyState kind="could-not-load" title={unreadTitle}>
      {notice}
    </EmptyState>
  );
}
