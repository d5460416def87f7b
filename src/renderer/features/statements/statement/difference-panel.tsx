// The difference between a reported and a calculated balance in one sentence: what it is made of, and what is not known. Behind it the items that people wrote.
import { Button, Collapse, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import type { Period } from '../../../../domain/period/period.ts';
import type { OpenItem } from '../../../../domain/period/reconciling-item.ts';
import type { DifferenceSplit } from '../../../../domain/period/split.ts';
import type { TokenStatement } from '../../../../domain/period/statement.ts';
import {
  cellText,
  countWords,
  dayText,
  InstantText,
  MoneyText,
  Note,
  Panel,
  plainText,
  Table,
  Under,
} from '../../../ui/index.ts';
import { differenceOf, tokenWords } from '../../../parts/index.ts';
import { AddItemDialog, ClearItemDialog } from './item-dialogs.tsx';
import { CAUSE_WORDS, isZero, ITEM_WORDS, unplacedWords } from './words.ts';

/** Nothing for a token without closings. `isLocked`: as it was closed, and nothing is added or cleared. */
export function DifferencePanel(props: {
  readonly account: TokenStatement;
  readonly period: Period;
  readonly isLocked: boolean;
}) {
  const { account, period, isLocked } = props;
  const { token, difference, noClosing } = account;
  const split = differenceOf(account);
  const [isOpen, setOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [clearing, setClearing] = useState<OpenItem | null>(null);
  const parts = useId();
  if (split === null || token === null || noClosing !== null) return null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Panel>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div aria-live="polite">
          <Text fw={600} component="h2" size="md" m={0}>
            <Sentence difference={difference} split={split} token={token} />
          </Text>
          <Text c="dimmed" component="div">
            {subtitle(difference, split)}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap" className="mc-no-print">
          <Button
            size="xs"
            leftSection={<Chevron size={14} aria-hidden="true" />}
            aria-expanded={isOpen}
            aria-controls={parts}
            onClick={() => setOpen(!isOpen)}
          >
            {countWords(split.items.length, 'item', 'items')}
          </Button>
          {isLocked ? null : (
            <Button size="xs" onClick={() => setAdding(true)}>
              Add an item…
            </Button>
          )}
        </Group>
      </Group>
      <div id={parts}>
        <Collapse expanded={isOpen} transitionDuration={0}>
          <Items split={split} token={token} onClear={isLocked ? null : setClearing} />
        </Collapse>
      </div>
      {isAdding ? <AddItemDialog token={token} period={period} onClose={() => setAdding(false)} /> : null}
      {clearing === null ? null : (
        <ClearItemDialog item={clearing} token={token} period={period} onClose={() => setClearing(null)} />
      )}
    </Panel>
  );
}

/** "Difference +12.30 USDT: +10.00 timing, +2.30 not known". */
function Sentence(props: {
  readonly difference: string | null;
  readonly split: DifferenceSplit;
  readonly token: string;
}) {
  const { difference, split, token } = props;
  const amount = (value: string): ReactNode => <MoneyText value={value} unit={token} sign onPaper />;
  const { unexplained } = split;
  const named = split.causes.filter((sum) => !isZero(sum.amount));
  const parts: readonly (readonly [words: string, amount: string])[] = [
    ...named.map((sum) => [CAUSE_WORDS[sum.cause].short, sum.amount] as const),
    ...(unexplained === null || isZero(unexplained) ? [] : [['not known', unexplained] as const]),
  ];
  if (difference !== null && isZero(difference) && parts.length === 0)
    return <>No difference: the reported balance is the calculated one</>;
  return (
    <>
      {difference === null ? (
        'No balance is reported yet'
      ) : (
        <>
          Difference <MoneyText value={difference} unit={token} currency={tokenWords(token)} sign onPaper />
        </>
      )}
      {parts.length === 0 ? null : ': '}
      {parts.map(([words, value], at) => (
        <Fragment key={words}>
          {at === 0 ? '' : ', '}
          {amount(value)} {words}
        </Fragment>
      ))}
    </>
  );
}

function subtitle(difference: string | null, { items, unexplained, unplaced }: DifferenceSplit): string {
  const carried = items.filter(({ isCarried }) => isCarried);
  const oldest = Math.max(0, ...carried.map(({ ageDays }) => ageDays));
  return [
    difference === null ? 'Known so far, of the difference to come.' : 'Reported − calculated, to the last digit.',
    ...(carried.length === 0
      ? []
      : [`${countWords(carried.length, 'item is', 'items are')} carried forward, the oldest for ${oldest} days.`]),
    ...(unexplained === null || isZero(unexplained) || unplaced === 0 ? [] : [`${unplacedWords(unplaced)}.`]),
  ].join(' ');
}

function Items(props: {
  readonly split: DifferenceSplit;
  readonly token: string;
  readonly onClear: ((item: OpenItem) => void) | null;
}) {
  const { split, token, onClear } = props;
  if (split.items.length === 0)
    return (
      <Note>No reconciling item is open. One is added where something is known that no record of the API tells.</Note>
    );
  return (
    <Table
      label={`Reconciling items of ${tokenWords(token)}`}
      rows={split.items}
      keyOf={({ id }) => id}
      columns={({ cell, money }) => [
        cell('Item', ({ kind, text, evidence, addedBy, addedAt }) => (
          <>
            {ITEM_WORDS[kind]}: {cellText(text, 200)}
            {evidence === null ? null : <Under>{cellText(evidence, 200)}</Under>}
            <Under>
              {plainText(addedBy.slice(0, 60))}, <InstantText value={addedAt} short />
            </Under>
          </>
        )),
        cell('Of', ({ day, ageDays, isCarried }) => (
          <>
            {dayText(day)}
            <Under>
              {isCarried
                ? `carried forward, ${countWords(ageDays, 'day', 'days')} old`
                : 'carried on until it is cleared'}
            </Under>
          </>
        )),
        money('Amount', ({ amount }) => amount, { sign: true, unit: token }),
        ...(onClear === null
          ? []
          : [
              cell('Cleared', (item) => (
                <Button
                  className="mc-no-print"
                  size="compact-xs"
                  aria-label={`Clear ${plainText(item.text.slice(0, 80))}`}
                  onClick={() => onClear(item)}
                >
                  Clear…
                </Button>
              )),
            ]),
      ]}
    />
  );
}
