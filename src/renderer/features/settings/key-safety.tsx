/**
 * What a key is, where it lives here, and why it should be one of its own; and whether the keychain works.
 */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../bridge/index.ts';
import { CopyText, Fact, FactGrid, Panel, ToneBadge } from '../../ui/index.ts';
import { OWN_SERVICE_COMMAND, vaultStep, vaultWords } from './verdict-words.ts';

/** Calm words, no warning signs: the reader decides. */
export function KeySafety(): ReactNode {
  const { data: vault } = useCall('vault.status', {});
  return (
    <Panel title="About keys">
      <FactGrid>
        <Fact label="Keychain of this computer">
          {vault === undefined ? (
            'Asking…'
          ) : vault.kind === 'working' ? (
            <>
              <ToneBadge tone="good">Works</ToneBadge> {vault.store.slice(0, 120)}
            </>
          ) : (
            <>
              <ToneBadge tone="warn">Does not work</ToneBadge> {vaultWords(vault.reason)} Until it works, keys can be
              kept for this run only. {vaultStep(vault.reason)}
            </>
          )}
        </Fact>
        {vault?.kind === 'unavailable' && vault.reason === 'no-service' ? (
          <Fact label="Start with a keychain service of its own" wide>
            <CopyText value={OWN_SERVICE_COMMAND} label="command" wrap />
          </Fact>
        ) : null}
      </FactGrid>
      <details>
        <Text component="summary" c="dimmed">
          What becomes of a key
        </Text>
        <Stack gap="xs" my="xs" maw="76ch" c="var(--mc-text-soft)">
          <Text>
            The API’s specification says that a key is for servers only. This console is not a server, so it treats a
            key as one would: the key goes to the console’s main process and the keychain of this computer, and nowhere
            else. No screen can read it back, and it is in no file, log or export.
          </Text>
          <Text>
            Give the console a key of its own rather than your shop’s. A key of its own can be revoked without stopping
            the shop, and the API counts its 100 requests a minute per key, so the two do not get into each other’s way.
          </Text>
        </Stack>
      </details>
    </Panel>
  );
}
