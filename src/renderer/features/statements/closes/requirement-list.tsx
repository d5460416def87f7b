// The checks of a close: what is there, what is missing, how many rows stand in the way and where they are.
import { Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconLock } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { RequirementStanding } from '../../../../domain/close.ts';
import type { Period } from '../../../../domain/period.ts';
import type { TokenStatement } from '../../../../domain/statement.ts';
import { hashHref, InstantText } from '../../../ui/index.ts';
import { isHard, requirementWords, rowsOfRequirement } from './words.ts';

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
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-busy={isOld}>
      {requirements.map((standing) => (
        <Requirement
          key={standing.requirement}
          standing={standing}
          period={period}
          tokens={tokens}
          isLocked={isLocked}
        />
      ))}
    </Stack>
  );
}

function Requirement(props: {
  readonly standing: RequirementStanding;
  readonly period: Period;
  readonly tokens: readonly TokenStatement[];
  readonly isLocked: boolean;
}): ReactNode {
  const { standing, period, tokens, isLocked } = props;
  const { met, at, requirement } = standing;
  const { title, todo } = requirementWords(standing);
  const rows = isLocked || met ? [] : rowsOfRequirement(requirement, period, tokens);
  const Icon = met ? IconCheck : isHard(requirement) ? IconLock : IconCircleDashed;
  const colour = met ? 'var(--mc-good-text)' : 'var(--mc-warn-text)';
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={18} color={colour} aria-hidden="true" />
      <Text size="sm" flex={1} component="div">
        {title}{' '}
        <Text span size="xs" c="dimmed">
          {met ? 'met' : isLocked ? 'was missing' : 'missing'}
        </Text>
        {met ? null : (
          <Text size="xs" c="dimmed" component="div">
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
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {at === null ? null : <InstantText value={at} />}
      </Text>
    </Group>
  );
}
