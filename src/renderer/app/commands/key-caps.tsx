// Keys as caps, in the words of this system's keyboard.
import { Kbd } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { capsOf, type KeyPress, keysHere } from './keys.ts';
import { useKeyboard } from './use-keyboard.ts';
import classes from './palette.module.css';

/** The keys of a command, one way after the other; those that only a program of its own hears are named there only. */
export function KeyCaps({ keys }: { readonly keys: readonly KeyPress[] }): ReactNode {
  const keyboard = useKeyboard();
  const { held } = keyboard;
  const ways = keysHere(keys, keyboard);
  if (ways.length === 0) return null;
  return (
    <span className={classes.caps}>
      {ways.map((way, at) => (
        <Fragment key={capsOf(way, held).join(' ')}>
          {at === 0 || way.ear === 'screen' ? null : <span className={classes.capsOr}>or</span>}
          {capsOf(way, held).map((cap) => (
            <Kbd key={cap} size="xs">
              {cap}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
