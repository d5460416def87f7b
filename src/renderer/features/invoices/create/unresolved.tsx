/**
 * Orders that somebody has to come back to: under way, or with a fate that is not known. Not here: what can be done about one
 * (outcome-page.tsx).
 */
import { List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../../bridge/index.ts';
import { AgeText, hashHref, MoneyText, Notice, plainText } from '../../../ui/index.ts';
import { outcomePath } from './use-form.ts';

/** Nothing while there are none. */
export function Unresolved(): ReactNode {
  const creates = useCall('creates.unresolved', {}, { refreshOn: ['invoices'] }).data?.creates ?? [];
  if (creates.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label="Orders that are not settled yet">
      <Notice
        tone="warn"
        title={creates.length === 1 ? 'One order is not settled yet' : `${creates.length} orders are not settled yet`}
      >
        {creates.length === 1 ? 'Open it' : 'Open them'} before you send the same order under another id.
      </Notice>
      {/* Beside the notice and not in it: a notice is read out when it changes, and ages change by themselves. */}
      <List listStyleType="none" pl={47}>
        {creates.slice(0, MOST_SHOWN).map(({ intentId, externalId, amount, currency, outcome, armedAt }) => (
          <List.Item key={intentId}>
            <a className="mc-link mc-link-inline" href={hashHref(outcomePath(intentId))}>
              {plainText(externalId.slice(0, 128))}
            </a>{' '}
            over <MoneyText value={amount} currency={plainText(currency)} />, {STANDINGS[outcome]}, begun{' '}
            <AgeText since={armedAt} by="console" />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

const MOST_SHOWN = 8;

const STANDINGS = {
  waiting: 'under way',
  unknown: 'not known whether it exists',
  restored: 'stands still since the books were put back',
} as const;
