// The sheet that lists every key of the console, by group.
import { Group, Modal, ScrollArea, Switch, Text } from '@mantine/core';
import { useSettings } from '../bridge/index.ts';
import { FailureNotice } from '../ui/index.ts';
import { COMMAND_GROUPS } from './commands/command.ts';
import { COMMANDS } from './commands/commands.ts';
import { KeyCaps, useKeyboard } from './commands/key-caps.tsx';
import { keysHere } from './commands/keys.ts';
import classes from './frame.module.css';

export function ShortcutSheet(props: { readonly opened: boolean; readonly onClose: () => void }) {
  const keyboard = useKeyboard();
  const { settings, refused, change } = useSettings();
  const shown = COMMANDS.filter(({ keys }) => keysHere(keys, keyboard).length > 0);
  return (
    <Modal {...props} title="Keyboard shortcuts" size="auto" scrollAreaComponent={ScrollArea.Autosize}>
      <div className={classes.sheet}>
        {COMMAND_GROUPS.map((name) => (
          <section key={name} aria-label={name}>
            <Text component="h3" m={0} mb={4} fw={600}>
              {name}
            </Text>
            <dl style={{ margin: 0 }}>
              {shown
                .filter(({ group }) => group === name)
                .map(({ id, label, keys }) => (
                  <Group
                    key={id}
                    justify="space-between"
                    wrap="nowrap"
                    py={5}
                    style={{ borderBottom: '1px solid var(--mc-line)', breakInside: 'avoid' }}
                  >
                    <dt>{label}</dt>
                    <Text component="dd" m={0} c="dimmed">
                      <KeyCaps keys={keys} />
                    </Text>
                  </Group>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        mt={20}
        label="Keys by themselves"
        description="Off, letters, / and ? start nothing, whoever types or dictates them by accident."
        checked={settings?.plainKeys ?? true}
        disabled={settings === undefined}
        onChange={({ currentTarget: { checked } }) => change({ plainKeys: checked })}
      />
      <FailureNotice failure={refused} />
      {keyboard.isProgram ? null : (
        <Text size="xs" c="dimmed" mt="sm">
          A key that the browser has taken for itself does what the browser says.
        </Text>
      )}
    </Modal>
  );
}
