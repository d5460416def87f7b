/**
 * One entry of the activity log: a line that opens to the request and its evidence, as text. Not here: the list (activity-page.tsx).
 */
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { ActivityRow } from '../../../../contract/calls/activity.ts';
import { Fact, FactGrid, ForeignText, InstantText, plainText, ToneBadge } from '../../../ui/index.ts';
import { actionWords, evidenceText, outcomeTone, outcomeWords } from './activity-words.ts';

/** `profile`: its name, where entries of several stand in one list. */
export function EntryLine({
  entry,
  profile,
}: {
  readonly entry: ActivityRow;
  readonly profile: string | null;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const detail = useId();
  return (
    <li className="mc-activity-entry">
      <button
        type="button"
        className="mc-activity-line"
        aria-expanded={open}
        aria-controls={open ? detail : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={16} aria-hidden="true" className="mc-activity-mark" />
        <span className="mc-activity-at">
          <InstantText value={entry.at} />
        </span>
        <span className="mc-activity-action">{actionWords(entry.action).slice(0, 60)}</span>
        <span className="mc-activity-summary">{plainText(entry.summary.slice(0, 300))}</span>
        <span className="mc-activity-by">{plainText((profile ?? entry.osUser).slice(0, 60))}</span>
        <span className="mc-activity-outcome">
          <ToneBadge tone={outcomeTone(entry.outcome)}>{outcomeWords(entry.outcome).slice(0, 60)}</ToneBadge>
        </span>
      </button>
      {open ? (
        <div id={detail} className="mc-activity-detail">
          <FactGrid>
            <Fact label="Asked for" wide>
              <ForeignText text={entry.summary} />
            </Fact>
            <Fact label="By">{plainText(entry.osUser.slice(0, 120))}, on this computer</Fact>
            <Fact label="When">
              <InstantText value={entry.at} withAge />
            </Fact>
            <Fact label="Entry">
              <span className="mc-num">{entry.id}</span>
            </Fact>
            <Fact label="Evidence" wide>
              {entry.evidence === null ? 'None was kept.' : <ForeignText text={evidenceText(entry.evidence)} block />}
            </Fact>
          </FactGrid>
        </div>
      ) : null}
    </li>
  );
}
