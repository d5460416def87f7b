/** The checklist of a close: what is there, what is missing, how many rows stand in the way and where they are. Not here: the words (words.ts). */
import { IconCheck, IconCircleDashed, IconLock } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { RequirementStanding } from '../../../../domain/close.ts';
import type { Period } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import { hashHref, InstantText } from '../../../ui/index.ts';
import { isHard, requirementWords, type RowsOfRequirement, rowsOfRequirement } from './words.ts';

/** Of a locked close (`isLocked`) it says how it was then. */
export function RequirementList(props: {
  readonly requirements: readonly RequirementStanding[];
  readonly period: Period;
  /** The accounts of the statement: they tell where rows without a place are. */
  readonly tokens?: readonly TokenStatement[];
  readonly isLocked?: boolean;
  /** They are of what was typed before. */
  readonly isOld?: boolean;
}): ReactNode {
  const { requirements, period, tokens = [], isLocked = false, isOld = false } = props;
  return (
    <ul className="mc-requirements" aria-busy={isOld}>
      {requirements.map((standing) => (
        <Requirement
          key={standing.requirement}
          standing={standing}
          rows={isLocked || standing.met ? [] : rowsOfRequirement(standing.requirement, period, tokens)}
          isLocked={isLocked}
        />
      ))}
    </ul>
  );
}

function Requirement(props: {
  readonly standing: RequirementStanding;
  readonly rows: readonly RowsOfRequirement[];
  readonly isLocked: boolean;
}): ReactNode {
  const { standing, rows, isLocked } = props;
  const { met, at, requirement } = standing;
  const { title, todo } = requirementWords(standing);
  const Icon = met ? IconCheck : isHard(requirement) ? IconLock : IconCircleDashed;
  return (
    <li data-met={met}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <p className="mc-requirement-title">
          {title}
          <span className="mc-requirement-state">{met ? 'met' : isLocked ? 'was missing' : 'missing'}</span>
        </p>
        {met ? null : (
          <p className="mc-requirement-words">
            {isLocked ? null : todo}
            {rows.map(({ label, path }) => (
              <Fragment key={path}>
                {' '}
                <a className="mc-link mc-link-inline" href={hashHref(path)}>
                  {label}
                </a>
              </Fragment>
            ))}
            {isLocked && standing.count > 0 ? `${standing.count.toLocaleString('en-GB')} stood in the way.` : null}
          </p>
        )}
      </div>
      <span className="mc-requirement-at">{at === null ? null : <InstantText value={at} />}</span>
    </li>
  );
}
