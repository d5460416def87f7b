/** What can be done with the books as a whole: bring a file in, export what is shown. Not here: doing it. */
import { screenPath } from '../../../../domain/screens.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallInput } from '../../../../contract/calls.ts';
import { useExport } from '../../../bridge/index.ts';
import { ExportButton, hashHref } from '../../../ui/index.ts';

type Page = CallInput<'entries.page'>;

/** Above the list; `filter` and `sort` are what it shows, and what is exported. */
export function PageActions(props: {
  readonly filter: Page['filter'];
  readonly sort: Page['sort'];
  readonly count: number | null;
}): ReactNode {
  const { filter, sort, count } = props;
  const exporting = useExport();
  return (
    <>
      <Button component="a" variant="default" href={hashHref(screenPath('new-import'))}>
        Import
      </Button>
      <ExportButton
        state={exporting.state}
        count={count}
        onStart={(file) => exporting.start({ kind: 'entries', filter, sort, ...file })}
        onStop={exporting.cancel}
        onManifest={exporting.fetchManifest}
      />
    </>
  );
}
