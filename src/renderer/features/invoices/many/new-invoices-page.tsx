// Many invoices out of a file: the file, how it is read, and what would be created of it before anything is.
import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ORDER_FIELDS } from '../../../../domain/create/order.ts';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';
import { MAX_ORDER_FILE_BYTES, type OrderCheck } from '../../../../domain/ledger/order-file.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { type HandingOver, useCall, useHandedFile, useWriteBar } from '../../../bridge/index.ts';
import {
  countWords,
  FailureNotice,
  failureWords,
  ForeignText,
  grouped,
  InstantText,
  Link,
  MoneyText,
  navigateTo,
  Note,
  Notice,
  PageFrame,
  Panel,
  TablePanel,
  plainText,
} from '../../../ui/index.ts';
import { bytesWords, ColumnsTable, DOUBT_NAMES, DropPlace, FormatFields, openRunIn } from '../../../parts/index.ts';
import { FIELD_HINTS, FIELD_LABELS } from '../create/outcome-words.ts';
import { useOrderFile } from './use-order-file.ts';
import { leftWords, limitWords, stateWords, withMeaning } from './words.ts';

const TITLE = 'New invoices from a file';
const BACK = <Link to={screenPath('invoices')}>Invoices</Link>;

export function NewInvoicesPage() {
  const handing = useHandedFile();
  const { state } = handing;
  const drop = <FileDrop handing={handing} />;
  if (state.kind === 'there') {
    return <OrderFile key={state.file.fileId} fileId={state.file.fileId} handing={handing} drop={drop} />;
  }
  return (
    <PageFrame title={TITLE} back={BACK}>
      <Stack gap="sm">
        <Panel title="The file" note={limitWords()}>
          {drop}
        </Panel>
        <TablePanel
          title="Columns it needs"
          note="Their titles are recognised, or you say which is which."
          rows={ORDER_FIELDS}
          keyOf={(field) => field}
          columns={({ cell }) => [
            cell('Column', (field) => FIELD_LABELS[field]),
            cell('Needed', (field) => NEED_WORDS[field] ?? 'if it is there'),
            cell('What it is', (field) => FIELD_HINTS[field]),
          ]}
        />
        <EarlierFiles />
      </Stack>
    </PageFrame>
  );
}

const NEED_WORDS: Readonly<Partial<Record<(typeof ORDER_FIELDS)[number], string>>> = {
  external_id: 'yes',
  customer_id: 'yes',
  amount: 'yes',
  currency: 'yes, or one for every row',
};

/** A larger file is not even handed over. */
function FileDrop({ handing }: { readonly handing: HandingOver }) {
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const { state } = handing;
  const give = (file: File): void => {
    setTooLarge(file.size > MAX_ORDER_FILE_BYTES ? file.size : null);
    if (file.size <= MAX_ORDER_FILE_BYTES) handing.give(file);
  };
  return (
    <Stack gap="sm">
      <DropPlace handing={{ ...handing, give }} bar={null} label="File of orders" />
      {tooLarge === null ? null : (
        <Notice tone="warn" title={`The file has ${bytesWords(tooLarge)}`}>
          {limitWords()} Split it.
        </Notice>
      )}
      {state.kind === 'failed' ? (
        <FailureNotice failure={state.failure} onRetry={handing.again} retryLabel="Hand it over again" />
      ) : null}
    </Stack>
  );
}

function EarlierFiles() {
  const runs = useCall('orders.runs', {}, { refreshOn: ['invoices'] }).data?.runs ?? [];
  if (runs.length === 0) return null;
  return (
    <TablePanel
      title="Earlier files"
      rows={runs}
      keyOf={({ runId }) => runId}
      columns={({ cell, count }) => [
        cell('File', ({ runId, label }) => (
          <Link to={screenPath('order-run', { id: runId })}>{plainText(label.slice(0, 120))}</Link>
        )),
        cell('Begun', ({ startedAt }) => <InstantText value={startedAt} withAge />),
        cell('By', ({ startedBy }) => plainText(startedBy.slice(0, 64))),
        cell('State', stateWords),
        count('Rows', ({ total }) => total),
      ]}
    />
  );
}

function OrderFile(props: { readonly fileId: string; readonly handing: HandingOver; readonly drop: ReactNode }) {
  const { fileId, handing, drop } = props;
  const file = useOrderFile(fileId, (id) => {
    handing.setTaken(true);
    navigateTo(screenPath('order-run', { id }));
  });
  const { look, lacks, check, answer, begin, isBeginning, failure } = file;
  const bar = useWriteBar();
  const why = bar === null ? undefined : `Not possible now. ${failureWords(bar).sentence}`;
  const ready = answer?.ready ?? 0;
  const openRun = openRunIn(failure);
  return (
    <PageFrame
      title={TITLE}
      back={BACK}
      actions={
        <Button
          variant="filled"
          loading={isBeginning}
          disabled={bar !== null || ready === 0}
          title={why}
          onClick={begin}
        >
          {answer === null ? 'Create' : `Create ${countWords(ready, 'invoice', 'invoices')}`}
        </Button>
      }
    >
      <Stack gap="sm">
        {openRun === null ? (
          <FailureNotice failure={failure} />
        ) : (
          <Notice tone="warn" title="Another file is still being created">
            One at a time; nothing of this one was begun.{' '}
            <Link inline to={screenPath('order-run', { id: openRun })}>
              Open it
            </Link>
          </Notice>
        )}
        <FailureNotice failure={bar ?? undefined} />
        {lacks.length === 0 ? null : (
          <Notice tone="warn" title="Say what the columns mean">
            Still missing: {lacks.join('; ')}.
          </Notice>
        )}
        <FailureNotice failure={look.failure} onRetry={look.refresh} />
        <FailureNotice failure={check.failure} onRetry={check.refresh} retryLabel="Check again" />
        {answer === null ? (
          lacks.length === 0 && look.failure === undefined && check.failure === undefined ? (
            <Note>Checking every row. Nothing is created.</Note>
          ) : null
        ) : (
          <Answer answer={answer} />
        )}
        <Reading file={file} drop={drop} />
      </Stack>
    </PageFrame>
  );
}

/** How the file is read, to be put right, beside its first rows. */
function Reading(props: { readonly file: ReturnType<typeof useOrderFile>; readonly drop: ReactNode }) {
  const { file, drop } = props;
  const { look, inspection, doubts, meaning, mean, say } = file;
  if (inspection === null) return null;
  return (
    <Group gap="sm" align="flex-start">
      <Box flex="8 1 460px" miw={0}>
        <Panel title="Columns" note="What each of them means." flush>
          <ColumnsTable
            inspection={inspection}
            isOld={look.isPrevious}
            meanings={ORDER_FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] }))}
            meaningOf={(title) => ORDER_FIELDS.find((field) => meaning.columns[field] === title) ?? null}
            isFigure={(field) => field === 'amount'}
            onMean={(title, field) => mean({ ...meaning, columns: withMeaning(meaning.columns, title, field) })}
          />
        </Panel>
      </Box>
      <Box flex="4 1 260px" miw={0}>
        <Stack gap="sm">
          {meaning.columns.currency === undefined ? (
            <Panel title="Currency">
              <TextInput
                label="Currency of every row"
                description="No column tells it. Such as EUR."
                maxLength={16}
                value={meaning.currency ?? ''}
                onChange={({ currentTarget: { value } }) => {
                  const typed = value.trim().toUpperCase();
                  mean({ ...meaning, currency: typed === '' ? null : typed });
                }}
              />
            </Panel>
          ) : null}
          <Panel
            title="Read as"
            note={
              doubts.length === 0
                ? 'recognised'
                : `In doubt: ${doubts.map((doubt) => DOUBT_NAMES[doubt]).join(', ')}. Compare with the rows.`
            }
          >
            <FormatFields
              format={inspection.format}
              doubts={doubts}
              isRemembered={false}
              sheets={inspection.sheets}
              onSay={say}
            />
          </Panel>
          <Panel title="The file" note={limitWords()}>
            {drop}
          </Panel>
        </Stack>
      </Box>
    </Group>
  );
}

/** So many rows that are left out are in view at once. */
const LEFT_PAGE = 100;

function Answer({ answer }: { readonly answer: OrderCheck }) {
  const { rows, ready, left, sums, seconds } = answer;
  const [offset, setOffset] = useState(0);
  return (
    <>
      <Panel
        title={`${grouped(ready)} of ${countWords(rows, 'row', 'rows')} will be created`}
        note={
          ready === 0
            ? 'Nothing can be created of this file.'
            : `Takes about ${describeDuration(seconds * 1000)}. Nothing is created before you say so.`
        }
      >
        <Group gap="xl" component="dl" m={0}>
          {sums.map(({ unit, count, amount }) => (
            <div key={unit}>
              <Text component="dt" fz="xs" c="dimmed">
                {countWords(count, 'order', 'orders')} in {plainText(unit)}
              </Text>
              <Text component="dd" m={0} fz={20} lh="28px" fw={600} className="mc-num">
                <MoneyText value={amount} unit={unit} />
              </Text>
            </div>
          ))}
          <div>
            <Text component="dt" fz="xs" c="dimmed">
              Left out
            </Text>
            <Text component="dd" m={0} fz={20} lh="28px" fw={600} className="mc-num">
              {grouped(left.length)}
            </Text>
          </div>
        </Group>
      </Panel>
      {left.length === 0 ? null : (
        <TablePanel
          title={`${countWords(left.length, 'row', 'rows')} cannot be created`}
          note="They are left out; the export of links has them too, with the reason."
          label="Rows that are left out"
          rows={left.slice(offset, offset + LEFT_PAGE)}
          page={{
            offset,
            limit: LEFT_PAGE,
            total: left.length,
            noun: 'rows that are left out',
            ways: ['Back', 'Further down'],
            onTurn: setOffset,
          }}
          mah={280}
          keyOf={({ line }) => `${line}`}
          columns={({ cell }) => [
            cell('Line', ({ line }) => grouped(line)),
            cell('Order id', ({ externalId }) =>
              externalId === null || externalId === '' ? (
                <Note>none</Note>
              ) : (
                <ForeignText text={externalId.slice(0, 128)} />
              ),
            ),
            cell('Why', ({ reason }) => leftWords(reason)),
            cell('Column', ({ column }) =>
              column === null ? <Note>whole row</Note> : <ForeignText text={column.slice(0, 120)} />,
            ),
            cell('Value, as it stands in the file', ({ value }) =>
              value === '' ? <Note>empty</Note> : <ForeignText text={value.slice(0, 200)} />,
            ),
          ]}
        />
      )}
    </>
  );
}
