// What each screen of the table (domain/screens) shows.
import { lazy, type ReactNode } from 'react';
import type { PathNames, ScreenId } from '../../domain/screens.ts';
import { useCall } from '../bridge/index.ts';
import { DeliveryViews, InvoiceViews } from './saved-views.tsx';

const HomePage = lazy(async () => ({ default: (await import('../features/home/index.ts')).HomePage }));
const UnreadablePage = lazy(async () => ({
  default: (await import('../features/reconciliation/unreadable/index.ts')).UnreadablePage,
}));
const InvoicesPage = lazy(async () => ({ default: (await import('../features/invoices/index.ts')).InvoicesPage }));
const InvoicePage = lazy(async () => ({ default: (await import('../features/invoices/index.ts')).InvoicePage }));
const CustomerInvoices = lazy(async () => ({
  default: (await import('../features/invoices/index.ts')).CustomerInvoices,
}));
const CustomerPage = lazy(async () => ({
  default: (await import('../features/invoices/customers/index.ts')).CustomerPage,
}));
const WebhookPanel = lazy(async () => ({
  default: (await import('../features/webhooks/of-invoice/index.ts')).WebhookPanel,
}));
const DeliveriesPage = lazy(async () => ({
  default: (await import('../features/webhooks/deliveries/index.ts')).DeliveriesPage,
}));
const FailingPage = lazy(async () => ({
  default: (await import('../features/webhooks/failing/index.ts')).FailingPage,
}));
const EndpointsPage = lazy(async () => ({
  default: (await import('../features/webhooks/endpoints/index.ts')).EndpointsPage,
}));
const LookupPage = lazy(async () => ({ default: (await import('../features/finder/index.ts')).LookupPage }));
const NewInvoicePage = lazy(async () => ({
  default: (await import('../features/invoices/create/index.ts')).NewInvoicePage,
}));
const CreateOutcomePage = lazy(async () => ({
  default: (await import('../features/invoices/create/index.ts')).CreateOutcomePage,
}));
const AgainPanel = lazy(async () => ({ default: (await import('../features/invoices/create/index.ts')).AgainPanel }));
const PlanPage = lazy(async () => ({ default: (await import('../features/webhooks/resends/index.ts')).PlanPage }));
const RunPage = lazy(async () => ({ default: (await import('../features/webhooks/resends/index.ts')).RunPage }));
const RunsPage = lazy(async () => ({ default: (await import('../features/webhooks/resends/index.ts')).RunsPage }));
const AdjustedPage = lazy(async () => ({
  default: (await import('../features/reconciliation/adjusted/index.ts')).AdjustedPage,
}));
const ExceptionsPage = lazy(async () => ({
  default: (await import('../features/reconciliation/exceptions/index.ts')).ExceptionsPage,
}));
const MovementsPage = lazy(async () => ({
  default: (await import('../features/statements/month/index.ts')).MovementsPage,
}));
const EntriesPage = lazy(async () => ({
  default: (await import('../features/reconciliation/ledger/index.ts')).EntriesPage,
}));
const EntryPage = lazy(async () => ({
  default: (await import('../features/reconciliation/ledger/index.ts')).EntryPage,
}));
const Changes = lazy(async () => ({ default: (await import('../features/reconciliation/ledger/index.ts')).Changes }));
const RecordEntries = lazy(async () => ({
  default: (await import('../features/reconciliation/ledger/index.ts')).RecordEntries,
}));
const StatementPage = lazy(async () => ({
  default: (await import('../features/statements/statement/index.ts')).StatementPage,
}));
const StatementRowsPage = lazy(async () => ({
  default: (await import('../features/statements/statement/index.ts')).StatementRowsPage,
}));
const ImportsPage = lazy(async () => ({
  default: (await import('../features/reconciliation/imports/index.ts')).ImportsPage,
}));
const ImportPage = lazy(async () => ({
  default: (await import('../features/reconciliation/imports/index.ts')).ImportPage,
}));
const NewImportPage = lazy(async () => ({
  default: (await import('../features/reconciliation/imports/index.ts')).NewImportPage,
}));
const MonthsPage = lazy(async () => ({ default: (await import('../features/statements/months/index.ts')).MonthsPage }));
const VerificationPage = lazy(async () => ({
  default: (await import('../features/statements/month/index.ts')).VerificationPage,
}));
const ClosedPage = lazy(async () => ({ default: (await import('../features/statements/closes/index.ts')).ClosedPage }));
const AdjustmentsPage = lazy(async () => ({
  default: (await import('../features/statements/closes/index.ts')).AdjustmentsPage,
}));
const AdjustmentsPanel = lazy(async () => ({
  default: (await import('../features/statements/closes/index.ts')).AdjustmentsPanel,
}));
const RecordFindings = lazy(async () => ({
  default: (await import('../features/reconciliation/exceptions/index.ts')).RecordFindings,
}));
const TieOutPage = lazy(async () => ({
  default: (await import('../features/reconciliation/tie-out/index.ts')).TieOutPage,
}));
const FeesPage = lazy(async () => ({ default: (await import('../features/statements/fees/index.ts')).FeesPage }));
const WithdrawalsPage = lazy(async () => ({
  default: (await import('../features/withdrawals/index.ts')).WithdrawalsPage,
}));
const WithdrawalPage = lazy(async () => ({
  default: (await import('../features/withdrawals/index.ts')).WithdrawalPage,
}));
const HistoryPanel = lazy(async () => ({
  default: (await import('../features/reconciliation/history/index.ts')).HistoryPanel,
}));
const LateChangesPage = lazy(async () => ({
  default: (await import('../features/reconciliation/history/index.ts')).LateChangesPage,
}));
const CalculatorPage = lazy(async () => ({
  default: (await import('../features/pricing/index.ts')).CalculatorPage,
}));
const RatesPage = lazy(async () => ({ default: (await import('../features/pricing/index.ts')).RatesPage }));
const PaymentMethodsPage = lazy(async () => ({
  default: (await import('../features/pricing/index.ts')).PaymentMethodsPage,
}));
const RestoredPage = lazy(async () => ({ default: (await import('../features/home/index.ts')).RestoredPage }));
const ActivityPage = lazy(async () => ({
  default: (await import('../features/settings/audit-log/index.ts')).ActivityPage,
}));
const ConnectPage = lazy(async () => ({
  default: (await import('../features/settings/connect/index.ts')).ConnectPage,
}));
const SettingsPage = lazy(async () => ({ default: (await import('../features/settings/index.ts')).SettingsPage }));

/** How a screen is drawn from what its address names. */
export const VIEWS: Readonly<Record<ScreenId, (names: PathNames) => ReactNode>> = {
  home: () => <HomePage />,
  restored: () => <RestoredPage />,
  invoices: () => <InvoicesPage views={<InvoiceViews />} />,
  invoice: ({ ident = '' }) => <Invoice key={ident} ident={ident} />,
  'new-invoice': () => <NewInvoicePage />,
  created: ({ intent = '' }) => <CreateOutcomePage key={intent} intentId={intent} />,
  customer: ({ id = '' }) => <Customer key={id} customerId={id} />,
  lookup: () => <LookupPage />,
  failing: () => <FailingPage />,
  deliveries: () => <DeliveriesPage views={<DeliveryViews />} />,
  resends: () => <RunsPage />,
  'new-resend': () => <PlanPage />,
  resend: ({ id = '' }) => <RunPage key={id} runId={id} />,
  endpoints: () => <EndpointsPage isChecking={false} />,
  signature: () => <EndpointsPage isChecking />,
  withdrawals: () => <WithdrawalsPage />,
  withdrawal: ({ uuid = '' }) => <Withdrawal key={uuid} uuid={uuid} />,
  adjusted: () => <AdjustedPage />,
  'exceptions-webhooks': () => <ExceptionsPage key="webhooks" view="exceptions-webhooks" />,
  'exceptions-ledger': () => <ExceptionsPage key="ledger" view="exceptions-ledger" />,
  'exceptions-records': () => <ExceptionsPage key="records" view="exceptions-records" />,
  exceptions: () => <ExceptionsPage key="all" />,
  'tie-out': () => <TieOutPage />,
  ledger: () => <EntriesPage />,
  'ledger-entry': ({ id = '' }) => <EntryPage key={id} id={id} findings={<RecordFindings uuid={id} />} />,
  imports: () => <ImportsPage />,
  'new-import': () => <NewImportPage />,
  import: ({ id = '' }) => <ImportPage key={id} id={id} />,
  'late-changes': () => <LateChangesPage />,
  unreadable: () => <UnreadablePage />,
  months: () => <MonthsPage />,
  statement: () => <StatementPage changes={changesSince} />,
  'by-day': () => <MovementsPage />,
  fees: () => <FeesPage />,
  verification: () => <VerificationPage />,
  'statement-rows': () => <StatementRowsPage />,
  adjustments: () => <AdjustmentsPage />,
  closed: ({ id = '' }) => <ClosedPage key={id} id={id} />,
  calculator: () => <CalculatorPage />,
  methods: () => <PaymentMethodsPage />,
  rates: () => <RatesPage />,
  settings: () => <SettingsPage />,
  connect: () => <ConnectPage />,
  'audit-log': () => <ActivityPage changes={<Changes />} />,
};

function Invoice({ ident }: { readonly ident: string }): ReactNode {
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
          <AgainPanel invoice={invoice} />
          <RecordFindings uuid={uuid} />
          <RecordEntries uuid={uuid} />
        </>
      }
      history={<HistoryPanel of="invoice" uuid={uuid} currency={currency.code} />}
    />
  );
}

function Customer({ customerId }: { readonly customerId: string }): ReactNode {
  return <CustomerPage customerId={customerId} list={<CustomerInvoices customerId={customerId} />} />;
}

function Withdrawal({ uuid }: { readonly uuid: string }): ReactNode {
  // The page makes the same read; the panel needs to know what the amounts are in.
  const { token } = useCall('withdrawals.get', { uuid }, { refreshOn: ['withdrawals'] }).data?.withdrawal ?? {};
  const history = (
    <>
      <RecordFindings uuid={uuid} />
      <RecordEntries uuid={uuid} />
      <HistoryPanel of="withdrawal" uuid={uuid} currency={token ?? undefined} />
    </>
  );
  return <WithdrawalPage uuid={uuid} history={history} />;
}

function changesSince(closeId: string): ReactNode {
  return <AdjustmentsPanel filter={{ closeId }} />;
}
