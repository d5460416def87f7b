// What every step of the wizard has: the row of steps in the band, the way back and on below, and the keyboard where the step begins.
import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from '../../../ui/index.ts';
import { goToStep, stepHref } from './use-wizard.ts';
import { besideStep, type WizardStep, STEP_WORDS, STEPS } from './wizard.ts';
import classes from './imports.module.css';

export function StepRow({ step, isOpen }: { readonly step: WizardStep; readonly isOpen: boolean }) {
  const at = STEPS.indexOf(step);
  return (
    <nav aria-label="Steps">
      <Group component="ol" gap="lg" m={0} p={0} fz={13} wrap="nowrap" style={{ listStyle: 'none' }}>
        {STEPS.map((one, index) => (
          <Group component="li" key={one} gap={6} wrap="nowrap" fw={index === at ? 600 : 400}>
            <ThemeIcon size={20} radius="xl" fz={11} variant={index === at ? 'filled' : 'default'} aria-hidden="true">
              {index < at ? <IconCheck size={12} stroke={2.5} /> : index + 1}
            </ThemeIcon>
            {isOpen && index !== at ? (
              <Link to={stepHref(one)}>{STEP_WORDS[one]}</Link>
            ) : (
              <span aria-current={index === at ? 'step' : undefined}>{STEP_WORDS[one]}</span>
            )}
          </Group>
        ))}
      </Group>
    </nav>
  );
}

/** A step: the keyboard continues at its beginning. */
export function StepBody({ step, children }: { readonly step: WizardStep; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // The step row stays in view above it.
    place.current?.focus({ preventScroll: true });
    place.current?.closest('main')?.scrollTo({ top: 0 });
  }, [step]);
  const number = STEPS.indexOf(step) + 1;
  return (
    <Stack
      ref={place}
      className={classes.step}
      gap="sm"
      miw={0}
      role="group"
      tabIndex={-1}
      aria-label={`Step ${number} of ${STEPS.length}: ${STEP_WORDS[step]}`}
    >
      {children}
    </Stack>
  );
}

/** The way back and on. `bar`: why it does not go on; `action` stands in the place of "Continue". */
export function StepFoot(props: {
  readonly step: WizardStep;
  readonly bar: string | null;
  readonly words?: ReactNode;
  readonly action?: ReactNode;
}) {
  const { step, bar, words, action } = props;
  const why = useId();
  const [back, next] = [besideStep(step, -1), besideStep(step, 1)];
  return (
    <Group className={classes.foot} gap="sm">
      {back === null ? null : <Button onClick={() => goToStep(back)}>Back</Button>}
      <Text id={why} fz={13} c="dimmed" flex={1} miw={240} role="status">
        {bar ?? words}
      </Text>
      {action ??
        (next === null ? null : (
          <Button variant="filled" disabled={bar !== null} aria-describedby={why} onClick={() => goToStep(next)}>
            Continue
          </Button>
        ))}
    </Group>
  );
}
