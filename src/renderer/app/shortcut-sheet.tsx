// The sheet that lists every key of the console, by group.
import { Modal, ScrollArea, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSettings } from '../bridge/index.ts';
import { FailureNotice, useUi } from '../ui/index.ts';
import { COMMAND_GROUPS, type CommandGroup } from './commands/command.ts';
import { COMMANDS, otherPaperName } from './commands/commands.ts';
import { KeyCaps } from './commands/key-caps.tsx';
import { keysHere } from './commands/keys.ts';
import { useKeyboard } from './commands/use-keyboard.ts';
import classes from './frame.module.css';

/** All commands that have keys. */
export function ShortcutSheet({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { isProgram } = useKeyboard();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      size="auto"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <div className={classes.sheet}>
        {COMMAND_GROUPS.map((group) => (
          <Group key={group} group={group} />
        ))}
      </div>
      <PlainKeys />
      {isProgram ? null : (
        <p className={classes.sheetNote}>A key that the browser has taken for itself does what the browser says.</p>
      )}
    </Modal>
  );
}

function PlainKeys(): ReactNode {
  const { settings, refused, change } = useSettings();
  return (
    <>
      <Switch
        className={classes.sheetPlain}
        label="Keys by themselves"
        description="Off, letters, / and ? start nothing, whoever types or dictates them by accident."
        checked={settings?.plainKeys ?? true}
        disabled={settings === undefined}
        onChange={({ currentTarget: { checked } }) => change({ plainKeys: checked })}
      />
      {refused === null ? null : <FailureNotice failure={refused} />}
    </>
  );
}

function Group({ group }: { readonly group: CommandGroup }): ReactNode {
  const keyboard = useKeyboard();
  const { savePdf } = useUi();
  const other = otherPaperName(savePdf === null ? 'printer' : 'pdf');
  return (
    <section className={classes.sheetGroup} aria-label={group}>
      <h3 className={classes.sheetName}>{group}</h3>
      <dl>
        {COMMANDS.filter((command) => command.group === group && keysHere(command.keys, keyboard).length > 0)
          .filter(({ id }) => id !== other)
          .map(({ id, label, keys }) => (
            <div key={id} className={classes.sheetLine}>
              <dt>{label}</dt>
              <dd>
                <KeyCaps keys={keys} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
