// What each screen of the table (domain/console/screens) shows. Every screen is loaded when it is first visited.
// Features of different places never import each other; where one stands inside another (deliveries in an invoice) it is handed in here.
import { lazy, type ReactNode } from 'react';
import type { PathNames, ScreenId } from '../../domain/console/screens.ts';
import { useCall } from '../bridge/index.ts';
import { DeliveryViews, InvoiceViews } from './saved-views.tsx';

/** A part of a module that is loaded when it is first shown. */
function later<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => (props: Props) => ReactNode,
) {
  return lazy(async () => ({ default: pick(await load()) }));
}

const home = () => import('../features/home/index.ts');
const HomePage = later(home, (of) => of.HomePage);
const reconciliationUnreadable = () => import('../features/reconciliation/unreadable/index.ts');
const UnreadablePage = later(reconciliationUnreadable, (of) => of.UnreadablePage);
const invoices = () => import('../features/invoices/index.ts');
const InvoicesPage = later(invoices, (of) => of.InvoicesPage);
const InvoicePage = later(invoices, (of) => of.InvoicePage);
const CustomerPage = later(invoices, (of) => of.CustomerPage);
const webhooksOfInvoice = () => import('../features/webhooks/of-invoice/index.ts');
const WebhookPanel = later(webhooksOfInvoice, (of) => of.WebhookPanel);
const webhooksDeliveries = () => import('../features/webhooks/deliveries/index.ts');
const DeliveriesPage = later(webhooksDeliveries, (of) => of.DeliveriesPage);
const webhooksFailing = () => import('../features/webhooks/failing/index.ts');
const FailingPage = later(webhooksFailing, (of) => of.FailingPage);
const webhooksEndpoints = () => import('../features/webhooks/endpoints/index.ts');
const EndpointsPage = later(webhooksEndpoints, (of) => of.EndpointsPage);
const finder = () => import('../features/finder/index.ts');
const LookupPage = later(finder, (of) => of.LookupPage);
const invoicesCreate = () => import('../features/invoices/create/index.ts');
const NewInvoicePage = later(invoicesCreate, (of) => of.NewInvoicePage);
const CreateOutcomePage = later(invoicesCreate, (of) => of.CreateOutcomePage);
const AgainPanel = later(invoicesCreate, (of) => of.AgainPanel);
const webhooksResends = () => import('../features/webhooks/resends/index.ts');
const PlanPage = later(webhooksResends, (of) => of.PlanPage);
const RunPage = later(webhooksResends, (of) => of.RunPage);
const RunsPage = later(webhooksResends, (of) => of.RunsPage);
const reconciliationAdjusted = () => import('../features/reconciliation/adjusted/index.ts');
const AdjustedPage = later(reconciliationAdjusted, (of) => of.AdjustedPage);
const reconciliationExceptions = () => import('../features/reconciliation/exceptions/index.ts');
const ExceptionsPage = later(reconciliationExceptions, (of) => of.ExceptionsPage);
const RecordFindings = later(reconciliationExceptions, (of) => of.RecordFindings);
const statementsMonth = () => import('../features/statements/month/index.ts');
const MovementsPage = later(statementsMonth, (of) => of.MovementsPage);
const VerificationPage = later(statementsMonth, (of) => of.VerificationPage);
const reconciliationLedger = () => import('../features/reconciliation/ledger/index.ts');
const EntriesPage = later(reconciliationLedger, (of) => of.EntriesPage);
const EntryPage = later(reconciliationLedger, (of) => of.EntryPage);
const Changes = later(reconciliationLedger, (of) => of.Changes);
const RecordEntries = later(reconciliationLedger, (of) => of.RecordEntries);
const statementsStatement = () => import('../features/statements/statement/index.ts');
const StatementPage = later(statementsStatement, (of) => of.StatementPage);
const StatementRowsPage = later(statementsStatement, (of) => of.StatementRowsPage);
const reconciliationImports = () => import('../features/reconciliation/imports/index.ts');
const ImportsPage = later(reconciliationImports, (of) => of.ImportsPage);
const ImportPage = later(reconciliationImports, (of) => of.ImportPage);
const NewImportPage = later(reconciliationImports, (of) => of.NewImportPage);
const statementsMonths = () => import('../features/statements/months/index.ts');
const MonthsPage = later(statementsMonths, (of) => of.MonthsPage);
const statementsCloses = () => import('../features/statements/closes/index.ts');
const ClosedPage = later(statementsCloses, (of) => of.ClosedPage);
const AdjustmentsPage = later(statementsCloses, (of) => of.AdjustmentsPage);
const AdjustmentsPanel = later(statementsCloses, (of) => of.AdjustmentsPanel);
const reconciliationTieOut = () => import('../features/reconciliation/tie-out/index.ts');
const TieOutPage = later(reconciliationTieOut, (of) => of.TieOutPage);
const statementsFees = () => import('../features/statements/fees/index.ts');
const FeesPage = later(statementsFees, (of) => of.FeesPage);
const withdrawals = () => import('../features/withdrawals/index.ts');
const WithdrawalsPage = later(withdrawals, (of) => of.WithdrawalsPage);
const WithdrawalPage = later(withdrawals, (of) => of.WithdrawalPage);
const reconciliationHistory = () => import('../features/reconciliation/history/index.ts');
const HistoryPanel = later(reconciliationHistory, (of) => of.HistoryPanel);
const LateChangesPage = later(reconciliationHistory, (of) => of.LateChangesPage);
const pricing = () => import('../features/pricing/index.ts');
const CalculatorPage = later(pricing, (of) => of.CalculatorPage);
const RatesPage = later(pricing, (of) => of.RatesPage);
const PaymentMethodsPage = later(pricing, (of) => of.PaymentMethodsPage);
const RestoredPage = later(home, (of) => of.RestoredPage);
const settings = () => import('../features/settings/index.ts');
const ActivityPage = later(settings, (of) => of.ActivityPage);
const ConnectPage = later(settings, (of) => of.ConnectPage);
const SettingsPage = later(settings, (of) => of.SettingsPage);

export const VIEWS: Readonly<Record<ScreenId, (names: PathNames) => ReactNode>> = {
  home: () => <HomePage />,
  restored: () => <RestoredPage />,
  invoices: () => <InvoicesPage views={<InvoiceViews />} />,
  invoice: ({ ident = '' }) => <Invoice key={ident} ident={ident} />,
  'new-invoice': () => <NewInvoicePage />,
  created: ({ intent = '' }) => <CreateOutcomePage key={intent} intentId={intent} />,
  customer: ({ id = '' }) => <CustomerPage key={id} customerId={id} />,
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
  statement: () => <StatementPage changes={(closeId) => <AdjustmentsPanel filter={{ closeId }} />} />,
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
