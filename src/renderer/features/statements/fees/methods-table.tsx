/** The implied take rate of each method beside what today's catalogue says. Every count opens its invoices below. Not here: computing (the engine). */
import type { ReactNode } from 'react';
import type { EstimateKind, MethodTakeRate } from '../../../../domain/take-rate.ts';
import { cellText, GroupedTable, MoneyText, Panel } from '../../../ui/index.ts';
import { KIND_WORDS, percentOf, shortPercent } from './view.ts';

export interface MethodsProps {
  readonly methods: readonly MethodTakeRate[];
  /** Narrows the list below. */
  readonly onChoose: (method: string, currency: string, kind: EstimateKind) => void;
}

/** One row a method and currency. */
export function MethodsTable({ methods, onChoose }: MethodsProps): ReactNode {
  return (
    <Panel
      flush
      title="By method"
      note="1 − credited USDT × rate ÷ amount ordered (of an adjusted one, what its adjustment says was paid), per success. What the customer pays on top is not in it. An invoice names its method only by its display name."
    >
      <GroupedTable label="Take rates by method">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col" data-end>
              Successes
            </th>
            <th scope="col" data-end>
              Lowest %
            </th>
            <th scope="col" data-end>
              Median %
            </th>
            <th scope="col" data-end>
              Highest %
            </th>
            <th scope="col" data-end title="merchant_commission_percent of the catalogue as it is now">
              Catalogue today %
            </th>
            <th scope="col" data-end title={KIND_WORDS['off-catalogue'].meaning}>
              Off it
            </th>
            <th scope="col" data-end title={KIND_WORDS.outlier.meaning}>
              Off the median
            </th>
            <th scope="col" data-end title={KIND_WORDS['client-share-off'].meaning}>
              Client share off
            </th>
          </tr>
        </thead>
        <tbody>
          {methods.map((row) => (
            <MethodRow key={JSON.stringify([row.method, row.currency])} row={row} onChoose={onChoose} />
          ))}
        </tbody>
      </GroupedTable>
    </Panel>
  );
}

function MethodRow({
  row,
  onChoose,
}: {
  readonly row: MethodTakeRate;
  readonly onChoose: MethodsProps['onChoose'];
}): ReactNode {
  const { method, currency, count, uncounted, median, lowest, highest, catalogue, catalogueMatches } = row;
  return (
    <tr data-first>
      <th scope="row">
        {cellText(method, 60)}
        <span className="mc-take-more">{cellText(currency, 16)}</span>
      </th>
      <td data-end className="mc-num">
        {count.toLocaleString('en-GB')}
        {uncounted === 0 ? null : <span className="mc-take-more">{uncounted.toLocaleString('en-GB')} not counted</span>}
      </td>
      <Rate fraction={lowest} />
      <Rate fraction={median} isLead />
      <Rate fraction={highest} />
      <td data-end>
        {catalogue === null ? (
          <span className="mc-take-more">
            {catalogueMatches === 0 ? 'not in it' : `${catalogueMatches} of that name`}
          </span>
        ) : (
          <span title={`${percentOf(catalogue)} %`}>
            <MoneyText value={shortPercent(catalogue)} />
          </span>
        )}
      </td>
      <Count
        count={row.offCatalogue}
        label={`Off the catalogue: ${method}, ${currency}`}
        onChoose={() => onChoose(method, currency, 'off-catalogue')}
      />
      <Count
        count={row.outliers}
        label={`Off the median: ${method}, ${currency}`}
        onChoose={() => onChoose(method, currency, 'outlier')}
      />
      <Count
        count={row.clientShareOff}
        label={`Client share off: ${method}, ${currency}`}
        onChoose={() => onChoose(method, currency, 'client-share-off')}
      />
    </tr>
  );
}

function Rate({ fraction, isLead = false }: { readonly fraction: string; readonly isLead?: boolean }): ReactNode {
  return (
    <td data-end title={`${percentOf(fraction)} %`} className={isLead ? 'mc-take-lead' : undefined}>
      <MoneyText value={shortPercent(fraction)} />
    </td>
  );
}

function Count(props: { readonly count: number; readonly label: string; readonly onChoose: () => void }): ReactNode {
  const { count, label, onChoose } = props;
  const words = count.toLocaleString('en-GB');
  return (
    <td data-end className="mc-num">
      {count === 0 ? (
        <span className="mc-take-zero">0</span>
      ) : (
        <button
          type="button"
          className="mc-take-count mc-num"
          aria-label={`${label.slice(0, 120)}, ${words}`}
          onClick={onChoose}
        >
          {words}
        </button>
      )}
    </td>
  );
}
