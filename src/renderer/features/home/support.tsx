/** Home for support: the finder first, then which endpoints fail and how they do, what failed or was paid short last, and what was looked up here. */
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { heldHere } from '../../ui/index.ts';
import { FailingEndpoints } from './failing-endpoints.tsx';
import classes from './home.module.css';
import { LastLooks } from './last-looks.tsx';
import { NewestTroubles } from './newest-troubles.tsx';

/** The finder opens by any press here, as it does by its keys. */
export function SupportHome(): ReactNode {
  return (
    <>
      <UnstyledButton
        className={classes.finder}
        aria-haspopup="dialog"
        onClick={() => document.querySelector<HTMLElement>('[data-console-find]')?.click()}
      >
        <IconSearch size={20} aria-hidden="true" />
        <span className={classes.finderWords}>Order, amount, customer, date, or many ids at once</span>
        <Kbd aria-hidden="true">{heldHere()} K</Kbd>
      </UnstyledButton>
      <div className={classes.support}>
        <FailingEndpoints />
        <LastLooks />
        <NewestTroubles />
      </div>
    </>
  );
}
