// For what a second person is needed on this business: one line among its people, and its dialog.
import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { FEWEST_APPROVERS, FOUR_EYES, type FourEyes, type FourEyesRule } from '../../../domain/people/four-eyes.ts';
import { useAction, useCall } from '../../bridge/index.ts';
import { ActionDialog, ButtonLink, CountField, grouped, Note, plainText } from '../../ui/index.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { SettingRow } from './setting-row.tsx';

const WORDS: Readonly<Record<FourEyes, readonly [name: string, what: string]>> = {
  close: ['Closes', 'of a month or any other period'],
  correction: ['Corrections of a close', 'that take the place of a locked one'],
  match: ['Matches by hand', 'of entries that the rules do not match'],
  resend: ['Large resends', 'of more webhooks at once than one person may send'],
  key: ['Keys', 'another API key, and removal of the business'],
};

const MOST = 1_000;

export function SecondPersonRow({ maySet }: { readonly maySet: boolean }) {
  const { data } = useCall('fourEyes.rule', {}, { refreshOn: ['requests'] });
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const { rule, approvers } = data;
  return (
    <>
      <SettingRow label="A second person is needed for" note={ruleText(rule)}>
        <ButtonLink variant="subtle" to={screenPath('approvals')}>
          Approvals
        </ButtonLink>
        {maySet ? (
          <Button aria-label="Change for what a second person is needed" onClick={() => setOpen(true)}>
            Change…
          </Button>
        ) : null}
      </SettingRow>
      {isOpen ? <RuleDialog rule={rule} approvers={approvers} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ruleText({ on, mostItems }: FourEyesRule): string {
  const words = on.map((kind) =>
    kind === 'resend' ? `resends of more than ${grouped(mostItems)}` : WORDS[kind][0].toLowerCase(),
  );
  return words.length === 0 ? 'nothing' : words.join(', ');
}

function RuleDialog(props: {
  readonly rule: FourEyesRule;
  readonly approvers: readonly string[];
  readonly onClose: () => void;
}) {
  const { rule, approvers, onClose } = props;
  const setRule = useAction('fourEyes.setRule');
  const [on, setOn] = useState<readonly FourEyes[]>(rule.on);
  const [mostItems, setMost] = useState(rule.mostItems);
  const submit = () => setRule.run({ on: [...on], mostItems });
  const few = approvers.length < FEWEST_APPROVERS && on.length > 0;
  return (
    <ActionDialog
      title="For what is a second person needed?"
      label="Save"
      action={setRule}
      bar={few ? 'Two people here have to be approvers first, so that one can answer the other.' : null}
      size={480}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack>
        <Checkbox.Group
          label="Needed for"
          value={[...on]}
          onChange={(chosen) => setOn(FOUR_EYES.filter((kind) => chosen.includes(kind)))}
        >
          <Stack gap="xs" mt="xs">
            {FOUR_EYES.map((kind) => (
              <Checkbox key={kind} value={kind} label={WORDS[kind][0]} description={WORDS[kind][1]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {on.includes('resend') ? (
          <CountField
            label="Webhooks that one person may send again at once"
            value={mostItems}
            min={1}
            max={MOST}
            onCount={setMost}
          />
        ) : null}
        <Note>
          {approvers.length === 0
            ? 'Nobody here is an approver.'
            : `${plainText(approvers.join(', '))} may approve, never what they asked for themselves. Asking less often than now needs one of them too.`}
        </Note>
      </Stack>
    </ActionDialog>
  );
}
