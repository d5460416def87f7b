// The whole path of a folder of this computer: typed, or chosen where the shell has a dialog for it.
import { Button, TextInput } from '@mantine/core';
import { MAX_FOLDER } from '../../../domain/kernel/folder.ts';
import { useAction, useCapabilities } from '../../bridge/index.ts';

export function FolderField(props: {
  readonly value: string;
  readonly onChange: (folder: string) => void;
  readonly description: string;
}) {
  const { value, onChange, description } = props;
  const capabilities = useCapabilities();
  const choose = useAction('windows.chooseFolder');
  const ask = async (): Promise<void> => {
    const answer = await choose.run({ from: value.trim() });
    if (answer?.ok === true && answer.value.folder !== null) onChange(answer.value.folder);
  };
  const choosing = (
    <Button variant="light" size="compact-sm" loading={choose.busy} onClick={() => void ask()}>
      Choose…
    </Button>
  );
  return (
    <TextInput
      label="Folder"
      description={description}
      {...(capabilities.chooseFolder ? { rightSectionWidth: 92, rightSection: choosing } : {})}
      data-autofocus
      spellCheck={false}
      maxLength={MAX_FOLDER}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
