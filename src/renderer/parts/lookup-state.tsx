// A search that finds nothing in the mirror but may be an id: the API is asked for it, and what came of that.
import { ButtonLink } from '../ui/text/small-parts.tsx';
import { Group, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import { EmptyState } from '../ui/frame/read-state.tsx';
import { FailureNotice } from '../ui/frame/failure-notice.tsx';

export interface FoundRecord {
  /** The mirror has it too when the other filters hide it. */
  readonly source: 'mirror' | 'api';
  readonly path: string;
  /** By what a person knows it again. */
  readonly face: ReactNode;
}

/** Asking, not known, not to be found out, or found. */
export function LookupState(props: {
  /** The API's word for the record: "invoice". */
  readonly what: string;
  /** The id as it is shown, safe and perhaps in quotes. */
  readonly shownId: string;
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
  readonly found: FoundRecord | undefined;
}) {
  const { what, shownId, failure, onRetry, found } = props;
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title={`The API knows no ${what} with this id`}>
        {shownId} is not in the mirror, and the API has no such {what} for this business.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The id could not be looked up">
        {shownId} is not in the mirror.
        <FailureNotice failure={failure} onRetry={onRetry} />
      </EmptyState>
    );
  }
  if (found === undefined) {
    return (
      <EmptyState kind="nothing-matches" title="Not in the mirror">
        <Loader size="xs" /> Asking the API for {shownId}…
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="nothing-matches" title={FOUND_TITLES[found.source]}>
      <Group gap="xs" justify="center" mt="xs" mb="md" c="var(--mc-text)" fw={500}>
        {found.face}
      </Group>
      <ButtonLink variant="filled" to={found.path}>
        Open the {what}
      </ButtonLink>
    </EmptyState>
  );
}

const FOUND_TITLES: Readonly<Record<FoundRecord['source'], string>> = {
  api: 'Not in the mirror; read from the API just now',
  mirror: 'In the mirror, but hidden by the other filters',
};
