/**
 * The plan in figures: what it takes, what it leaves to the shop, what else may be taken in, and the button that begins its run. Not
 * here: who is in it and who is not (planned-panel.tsx, excluded-panel.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useCall, useWriteBar } from '../../../bridge/index.ts';
import {
  countWords,
  Fact,
  FactGrid,
  FailureNotice,
  failureWords,
  hashHref,
  InstantText,
  Notice,
  Panel,
  RESEND_AND_RETRIES,
  runPath,
  TimeOfDayText,
} from '../../../ui/index.ts';
import { askedWords, type Selection } from './asked.ts';
import { DELIVERED_AGAIN, intervalWords, retryWords, timeWords, verbWords } from './plan-words.ts';
import { openRunIn, type Plan, type PlanState, useBegin } from './use-plan.ts';

const MAX_LABEL = 120;

/** The figures, the choices and the button. */
export function PlanPanel(props: {
  readonly state: PlanState;
  readonly plan: Plan;
  readonly selection: Selection;
}): ReactNode {
  const { state, plan, selection } = props;
  const { items, estimate } = plan;
  return (
    <Panel>
      <div className="mc-bulk-plan">
        <div role="status">
          <h2 className="mc-bulk-count mc-num">
            {items.length === 0 ? 'Nothing to resend' : `${countWords(items.length, 'webhook', 'webhooks')} to resend`}
          </h2>
          <p className="mc-bulk-quiet">{leadWords(plan)}</p>
        </div>
        {items.length === 0 ? null : (
          <FactGrid>
            <Fact label="Time">
              <span className="mc-bulk-figure mc-num">{timeWords(estimate)}</span>
              <p className="mc-bulk-quiet">
                {intervalWords(estimate)}
                {estimate.interval === null ? null : (
                  <>
                    {' '}
                    Learned <InstantText value={estimate.interval.learnedAt} />.
                  </>
                )}
              </p>
            </Fact>
            <Fact label="Requests">
              <span className="mc-bulk-figure mc-num">{estimate.calls.toLocaleString('en-GB')}</span>
              <p className="mc-bulk-quiet">For each: a read before, the resend, a read after.</p>
            </Fact>
            <Budget />
          </FactGrid>
        )}
        <Choices state={state} plan={plan} />
        <Beginning state={state} plan={plan} selection={selection} />
      </div>
    </Panel>
  );
}

/** How much of what was asked for that is, and what keeps it true until its turn. */
function leadWords({ items, excluded }: Plan): string {
  if (items.length === 0) {
    return excluded.length === 0
      ? 'Nothing in the mirror answers to what was asked for.'
      : 'Everything that was asked for is left out, for the reasons below.';
  }
  const asked = (items.length + excluded.length).toLocaleString('en-GB');
  const whole = excluded.length === 0 ? '' : `Of ${asked} asked for. `;
  return `${whole}Each delivery is read again just before its turn; one that was delivered meanwhile, or is on its way, is skipped.`;
}

/** What a run leaves to whoever else uses the key. */
function Budget(): ReactNode {
  const { data } = useCall('sync.status', {});
  if (data === undefined) return null;
  const { limit, reserve, foreignUse, foreignPerMinute } = data.budget;
  return (
    <Fact label="Left to your shop">
      <span className="mc-bulk-figure mc-num">
        {reserve.toLocaleString('en-GB')} of {limit.toLocaleString('en-GB')} a minute
      </span>
      <p className="mc-bulk-quiet">
        {foreignUse
          ? `Another program uses the key${foreignPerMinute > 0 ? `, about ${foreignPerMinute} requests a minute` : ''}; the run stays out of its way.`
          : 'The run never uses these requests.'}{' '}
        <a className="mc-link mc-link-inline" href={hashHref(screenPath('settings'))}>
          Change
        </a>
      </p>
    </Fact>
  );
}

/** Who may be taken in or left out, each by a person's own choice; what is ticked is in the plan. */
function Choices({ state, plan }: { readonly state: PlanState; readonly plan: Plan }): ReactNode {
  const { include, change } = state;
  const { soon, later } = plan.retrying;
  const delivered =
    plan.excluded.filter(({ reason }) => reason === 'delivered').length +
    plan.items.filter((item) => item.state === 'delivered').length;
  if (delivered === 0 && soon.count === 0 && later.count === 0) return null;
  return (
    <fieldset className="mc-bulk-choices">
      <legend>In the plan when ticked</legend>
      {soon.count === 0 ? null : (
        <Checkbox
          label={<RetryWords retrying={soon} when="within ten minutes" />}
          description={RESEND_AND_RETRIES}
          checked={include.retrying ?? false}
          onChange={(event) => change({ retrying: event.currentTarget.checked })}
        />
      )}
      {later.count === 0 ? null : (
        <Checkbox
          label={<RetryWords retrying={later} when="later" />}
          description={RESEND_AND_RETRIES}
          checked={include.retryingLater ?? true}
          onChange={(event) => change({ retryingLater: event.currentTarget.checked })}
        />
      )}
      {delivered === 0 ? null : (
        <Checkbox
          label={countWords(delivered, 'that was already delivered', 'that were already delivered')}
          description={DELIVERED_AGAIN}
          checked={include.delivered ?? false}
          onChange={(event) => change({ delivered: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}

/** "31 that will retry by themselves later, the last at 12:00:00 UTC". */
function RetryWords(props: { readonly retrying: Plan['retrying']['later']; readonly when: string }): ReactNode {
  const { count, until } = props.retrying;
  return (
    <>
      {retryWords(count, props.when)}
      {until === null ? null : (
        <>
          {count === 1 ? ', at ' : ', the last at '}
          <TimeOfDayText value={until} />
        </>
      )}
    </>
  );
}

function Beginning(props: {
  readonly state: PlanState;
  readonly plan: Plan;
  readonly selection: Selection;
}): ReactNode {
  const { state, plan, selection } = props;
  const { begin, isBeginning, failure } = useBegin();
  const [label, setLabel] = useState(() => askedWords(selection).slice(0, MAX_LABEL));
  const reasonId = useId();
  const bar = useWriteBar();
  const openRun = openRunIn(failure);
  const reason = reasonAgainst(plan, state.plan.isPrevious, label, bar === null ? null : failureWords(bar).sentence);
  return (
    <>
      {plan.items.length === 0 ? null : (
        <form
          className="mc-bulk-begin"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason !== null) return;
            begin(
              label.trim(),
              plan.items.map((item) => item.invoiceUuid),
              state.include,
            );
          }}
        >
          <TextInput
            label="Name of the run"
            description="It stands in the list of runs and in the report."
            maxLength={MAX_LABEL}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <div className="mc-bulk-verb">
            <p className="mc-bulk-quiet" id={reasonId}>
              {reason ?? 'You may close the console while it runs; it goes on at the next start.'}
            </p>
            <Button
              type="submit"
              leftSection={<IconSend size={16} aria-hidden="true" />}
              loading={isBeginning}
              disabled={reason !== null}
              aria-describedby={reasonId}
            >
              {verbWords(plan.items.length)}
            </Button>
          </div>
        </form>
      )}
      {openRun === null ? null : (
        <Notice tone="notice" title="Another run is still open">
          One run at a time, so that none is sent twice. Nothing of this plan was begun.{' '}
          <a className="mc-link mc-link-inline" href={hashHref(runPath(openRun))}>
            Open that run
          </a>
        </Notice>
      )}
      {failure === undefined || openRun !== null ? null : <FailureNotice failure={failure} />}
    </>
  );
}

/** Why the run cannot begin now; null when it can. */
function reasonAgainst(plan: Plan, isPrevious: boolean, label: string, bar: string | null): string | null {
  if (bar !== null) return `Not possible now. ${bar}`;
  if (isPrevious) return 'The plan is being made anew.';
  if (label.trim() === '') return 'Give the run a name.';
  return plan.items.length === 0 ? 'There is nothing to resend.' : null;
}

/** While an incident's invoices are still being read, the plan is not whole. */
export function MoreToCome(): ReactNode {
  const { data } = useCall('watch.status', {}, { refreshOn: ['deliveries'] });
  const incident = data?.incident;
  if (incident?.state !== 'reading') return null;
  return (
    <Notice tone="notice" title="The incident is still being read">
      {incident.read.toLocaleString('en-GB')} of {countWords(incident.invoices, 'invoice', 'invoices')} read so far. The
      plan grows as the results come in; what is on the button is what is sent.
    </Notice>
  );
}
