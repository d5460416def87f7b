/** What can be done with the books as a whole: bring a file in, see what the last one changed, export what is shown. Not here: doing it. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { hashHref } from '../../ui/index.ts';

/** Above the list. */
export function PageActions(): ReactNode {
  return (
    <>
      <Button component="a" variant="default" href={hashHref('/entries/changes')}>
        What changed
      </Button>
      <Button component="a" variant="default" href={hashHref('/imports/new')}>
        Import a file
      </Button>
    </>
  );
}
