// Keys as caps, in the words of this system's keyboard; which key goes with letters here, and which keys do something.
import { Group, Kbd, Text } from '@mantine/core';
import { Fragment } from 'react';
import { type HeldKey, heldHere, useUi } from '../../ui/index.ts';
import { capsOf, type KeyPress, type KeysOn, keysHere } from './keys.ts';

export interface Keyboard extends KeysOn {
  readonly held: HeldKey;
}

export function useKeyboard(): Keyboard {
  const { apart, plainKeys } = useUi();
  return { held: heldHere(), isProgram: apart?.place === 'window', plainKeys };
}

/** The keys of a command, one way after the other; those that only a program of its own hears are named there only. */
export function KeyCaps({ keys }: { readonly keys: readonly KeyPress[] }) {
  const keyboard = useKeyboard();
  const { held } = keyboard;
  const ways = keysHere(keys, keyboard);
  if (ways.length === 0) return null;
  return (
    <Group component="span" gap={4} wrap="nowrap" flex="none">
      {ways.map((way, at) => (
        <Fragment key={capsOf(way, held).join(' ')}>
          {at === 0 || way.ear === 'screen' ? null : (
            <Text span fz={12} c="dimmed">
              or
            </Text>
          )}
          {capsOf(way, held).map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </Fragment>
      ))}
    </Group>
  );
}
