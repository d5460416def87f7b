// What each screen of the table (domain/console/screens) shows. Every screen is loaded when it is first visited.
// Features of different places never import each other; where one stands inside another (deliveries in an invoice) it is handed in here.
import { lazy, type ReactNode } from 'react';
import type { PathNames, ScreenId } from '../../domain/console/screens.ts';
import { useCall } from '../bridge/index.ts';

/** A component that is loaded when it is first shown. */
function later<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  return lazy(async () => ({ default: await load() }));
}

const InvoicePage = later(async () => (await import('../features/invoices/invoice-page.tsx')).InvoicePage);
const CustomerPage = later(async () => (await import('../features/invoices/customer-page.tsx')).CustomerPage);
const WebhookPanel = later(
  async () => (await import('../features/webhooks/of-invoice/webhook-panel.tsx')).WebhookPanel,
);
const EndpointsPage = later(
  async () => (await import('../features/webhooks/endpoints/endpoints-page.tsx')).EndpointsPage,
);
const CreateOutcomePage = later(
  async () => (await import('../features/invoices/create/outcome-page.tsx')).CreateOutcomePage,
);
const OrderRunPage = later(async () => (await import('../features/invoices/many/order-run-page.tsx')).OrderRunPage);
const AgainPanel = later(async () => (await import('../features/invoices/create/open-panel.tsx')).AgainPanel);
const RunPage = later(async () => (await import('../features/webhooks/resends/run/page.tsx')).RunPage);
const ExceptionsPage = later(
  async () => (await import('../features/reconciliation/exceptions/exceptions-page.tsx')).ExceptionsPage,
);
const RecordFindings = later(
  async () => (await import('../features/reconciliation/exceptions/record-findings.tsx')).RecordFindings,
);
const NotesPanel = later(async () => (await import('../parts/notes/panel.tsx')).NotesPanel);
const EntryPage = later(async () => (await import('../features/reconciliation/ledger/entry-page.tsx')).EntryPage);
const RecordEntries = later(
  async () => (await import('../features/reconciliation/ledger/record-entries.tsx')).RecordEntries,
);
const StatementPage = later(
  async () => (await import('../features/statements/statement/statement-page.tsx')).StatementPage,
);
const ImportPage = later(async () => (await import('../features/reconciliation/imports/import-page.tsx')).ImportPage);
const ClosedPage = later(async () => (await import('../features/statements/closes/closed-page.tsx')).ClosedPage);
const AdjustmentsPanel = later(
  async () => (await import('../features/statements/closes/adjustments-panel.tsx')).AdjustmentsPanel,
);
const WithdrawalPage = later(async () => (await import('../features/withdrawals/withdrawal-page.tsx')).WithdrawalPage);
const HistoryPanel = later(
  async () => (await import('../features/reconciliation/history/history-panel.tsx')).HistoryPanel,
);

/** A screen that stands by itself. */
function shown(load: () => Promise<() => ReactNode>): () => ReactNode {
  const View = later(load);
  return () => <View />;
}

export const VIEWS: Readonly<Record<ScreenId, (names: PathNames) => ReactNode>> = {
  home: shown(async () => (await import('../features/home/home-page.tsx')).HomePage),
  businesses: shown(async () => (await import('../features/home/businesses-page.tsx')).BusinessesPage),
  approvals: shown(async () => (await import('../features/home/approvals-page.tsx')).ApprovalsPage),
  restored: shown(async () => (await import('../features/home/restored-page.tsx')).RestoredPage),
  invoices: shown(async () => (await import('../features/invoices/invoices-page.tsx')).InvoicesPage),
  invoice: ({ ident = '' }) => <Invoice key={ident} ident={ident} />,
  'new-invoice': shown(async () => (await import('../features/invoices/create/new-invoice-page.tsx')).NewInvoicePage),
  'new-invoices': shown(async () => (await import('../features/invoices/many/new-invoices-page.tsx')).NewInvoicesPage),
  'order-run': ({ id = '' }) => <OrderRunPage key={id} runId={id} />,
  created: ({ intent = '' }) => <CreateOutcomePage key={intent} intentId={intent} />,
  customer: ({ id = '' }) => <CustomerPage key={id} customerId={id} />,
  lookup: shown(async () => (await import('../features/finder/lookup-page.tsx')).LookupPage),
  failing: shown(async () => (await import('../features/webhooks/failing/failing-page.tsx')).FailingPage),
  deliveries: shown(async () => (await import('../features/webhooks/deliveries/deliveries-page.tsx')).DeliveriesPage),
  resends: shown(async () => (await import('../features/webhooks/resends/runs-page.tsx')).RunsPage),
  'new-resend': shown(async () => (await import('../features/webhooks/resends/plan-page.tsx')).PlanPage),
  resend: ({ id = '' }) => <RunPage key={id} runId={id} />,
  endpoints: () => <EndpointsPage isChecking={false} />,
  signature: () => <EndpointsPage isChecking />,
  withdrawals: shown(async () => (await import('../features/withdrawals/withdrawals-page.tsx')).WithdrawalsPage),
  withdrawal: ({ uuid = '' }) => <Withdrawal key={uuid} uuid={uuid} />,
  adjusted: shown(async () => (await import('../features/reconciliation/adjusted/adjusted-page.tsx')).AdjustedPage),
  'exceptions-webhooks': () => <ExceptionsPage key="webhooks" view="exceptions-webhooks" />,
  'exceptions-ledger': () => <ExceptionsPage key="ledger" view="exceptions-ledger" />,
  'exceptions-records': () => <ExceptionsPage key="records" view="exceptions-records" />,
  'exceptions-cases': () => <ExceptionsPage key="cases" view="exceptions-cases" />,
  exceptions: () => <ExceptionsPage key="all" />,
  'tie-out': shown(async () => (await import('../features/reconciliation/tie-out/tie-out-page.tsx')).TieOutPage),
  ledger: shown(async () => (await import('../features/reconciliation/ledger/entries-page.tsx')).EntriesPage),
  'ledger-entry': ({ id = '' }) => <EntryPage key={id} id={id} findings={<RecordFindings uuid={id} />} />,
  imports: shown(async () => (await import('../features/reconciliation/imports/imports-page.tsx')).ImportsPage),
  'new-import': shown(
    async () => (await import('../features/reconciliation/imports/new-import-page.tsx')).NewImportPage,
  ),
  import: ({ id = '' }) => <ImportPage key={id} id={id} />,
  'late-changes': shown(
    async () => (await import('../features/reconciliation/history/late-changes-page.tsx')).LateChangesPage,
  ),
  unreadable: shown(
    async () => (await import('../features/reconciliation/unreadable/unreadable-page.tsx')).UnreadablePage,
  ),
  schedules: shown(async () => (await import('../features/statements/schedules/schedules-page.tsx')).SchedulesPage),
  months: shown(async () => (await import('../features/statements/months/months-page.tsx')).MonthsPage),
  statement: () => <StatementPage changes={(closeId) => <AdjustmentsPanel filter={{ closeId }} />} />,
  'by-day': shown(async () => (await import('../features/statements/month/days-page.tsx')).MovementsPage),
  fees: shown(async () => (await import('../features/statements/fees/fees-page.tsx')).FeesPage),
  'fee-rows': shown(async () => (await import('../features/statements/fees/invoices-page.tsx')).FeeRowsPage),
  journal: shown(async () => (await import('../features/statements/journal/journal-page.tsx')).JournalPage),
  'journal-rows': shown(async () => (await import('../features/statements/journal/rows-page.tsx')).JournalRowsPage),
  verification: shown(
    async () => (await import('../features/statements/month/verification-page.tsx')).VerificationPage,
  ),
  'statement-rows': shown(
    async () => (await import('../features/statements/statement/rows-page.tsx')).StatementRowsPage,
  ),
  adjustments: shown(async () => (await import('../features/statements/closes/adjustments-page.tsx')).AdjustmentsPage),
  closed: ({ id = '' }) => <ClosedPage key={id} id={id} />,
  calculator: shown(async () => (await import('../features/pricing/calculator-page.tsx')).CalculatorPage),
  methods: shown(async () => (await import('../features/pricing/payment-methods-page.tsx')).PaymentMethodsPage),
  'method-changes': shown(async () => (await import('../features/pricing/method-changes-page.tsx')).MethodChangesPage),
  rates: shown(async () => (await import('../features/pricing/rates-page.tsx')).RatesPage),
  settings: shown(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  connect: shown(async () => (await import('../features/settings/connect-page.tsx')).ConnectPage),
  'audit-log': shown(async () => (await import('../features/settings/audit-log-page.tsx')).ActivityPage),
};

function Invoice({ ident }: { readonly ident: string }) {
  // The address may hold an id of the shop; deliveries are read and resent by uuid only. The page makes the same read.
  const invoice = useCall('invoices.get', { ident }, { refreshOn: ['invoices'] }).data?.invoice;
  if (invoice === undefined) return <InvoicePage ident={ident} deliveries={null} again={null} history={null} />;
  const { uuid, currency, callback_url: callbackUrl } = invoice;
  return (
    <InvoicePage
      ident={ident}
      deliveries={<WebhookPanel invoiceUuid={uuid} callbackUrl={callbackUrl} />}
      again={
        <>
          <NotesPanel key={uuid} list="invoices" recordId={uuid} />
          <AgainPanel invoice={invoice} />
          <RecordFindings uuid={uuid} />
          <RecordEntries uuid={uuid} />
        </>
      }
      history={<HistoryPanel of="invoice" uuid={uuid} currency={currency.code} />}
    />
  );
}

function Withdrawal({ uuid }: { readonly uuid: string }) {
  // The page makes the same read; the panel needs to know what the amounts are in.
  const { token } = useCall('withdrawals.get', { uuid }, { refreshOn: ['withdrawals'] }).data?.withdrawal ?? {};
  const history = (
    <>
      <NotesPanel key={uuid} list="withdrawals" recordId={uuid} />
      <RecordFindings uuid={uuid} />
      <RecordEntries uuid={uuid} />
      <HistoryPanel of="withdrawal" uuid={uuid} currency={token ?? undefined} />
    </>
  );
  return <WithdrawalPage uuid={uuid} history={history} />;
}
