/**
 * What every step of the wizard has: the row of steps above, the way back and on below, and the keyboard where the step begins. Not here: the steps
 * themselves.
 */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { hashHref } from '../../../ui/index.ts';
import { goToStep, stepHref } from './use-wizard.ts';
import { besideStep, type Step, STEP_WORDS, STEPS } from './wizard.ts';
import classes from './imports.module.css';

/** The steps in order; those that can be gone to are links. */
export function StepRow({ step, isOpen }: { readonly step: Step; readonly isOpen: boolean }): ReactNode {
  const at = STEPS.indexOf(step);
  return (
    <nav aria-label="Steps">
      <ol className={classes.impSteps}>
        {STEPS.map((one, index) => (
          <li key={one} data-state={index < at ? 'done' : index === at ? 'here' : 'ahead'}>
            <span className={`${classes.impStepMark} mc-num`} aria-hidden="true">
              {index < at ? <IconCheck size={14} stroke={2.5} /> : index + 1}
            </span>
            {isOpen && index !== at ? (
              <a className="mc-link" href={hashHref(stepHref(one))}>
                {STEP_WORDS[one]}
              </a>
            ) : (
              <span aria-current={index === at ? 'step' : undefined}>{STEP_WORDS[one]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A step: the keyboard continues at its beginning. */
export function StepBody({ step, children }: { readonly step: Step; readonly children: ReactNode }): ReactNode {
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
    <div
      ref={place}
      className={classes.impStep}
      role="group"
      tabIndex={-1}
      aria-label={`Step ${number} of ${STEPS.length}: ${STEP_WORDS[step]}`}
    >
      {children}
    </div>
  );
}

/** The way back and on. `bar`: why it does not go on; `action` stands in the place of "Continue". */
export function StepFoot(props: {
  readonly step: Step;
  readonly bar: string | null;
  readonly words?: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  const { step, bar, words, action } = props;
  const why = useId();
  const [back, next] = [besideStep(step, -1), besideStep(step, 1)];
  return (
    <div className={classes.impFoot}>
      {back === null ? null : (
        <Button variant="default" onClick={() => goToStep(back)}>
          Back
        </Button>
      )}
      {action ??
        (next === null ? null : (
          <Button disabled={bar !== null} aria-describedby={why} onClick={() => goToStep(next)}>
            Continue
          </Button>
        ))}
      <p id={why} className="mc-note" role="status">
        {bar ?? words}
      </p>
    </div>
  );
}
