/**
 * Which address shows which screen. Features never import each other; where one stands inside another (deliveries in an
 * invoice) it is handed in here. Every screen is loaded when it is first visited.
 */
import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Route, Switch, useLocation, useSearch } from 'wouter';
import type { Close } from '../../domain/close.ts';
import { useCall, useLastKnown, useProfile } from '../bridge/index.ts';
import { LastKnownOverview } from '../features/home/last-known.tsx';
import { mayStandIn } from '../features/home/start-rule.ts';
import { EmptyState, PageFrame, RESTORED_PATH, useNow } from '../ui/index.ts';
import { Arrival } from './arrival.tsx';
import { AppErrorBoundary } from './error-boundary.tsx';
import { DeliveryViews, InvoiceViews } from './saved-views.tsx';

const OverviewPage = lazy(async () => ({ default: (await import('../features/home/index.ts')).OverviewPage }));
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
const DeliveriesPanel = lazy(async () => ({
  default: (await import('../features/webhooks/of-invoice/index.ts')).DeliveriesPanel,
}));
const DeliveriesPage = lazy(async () => ({
  default: (await import('../features/webhooks/deliveries/index.ts')).DeliveriesPage,
}));
const HostsPage = lazy(async () => ({ default: (await import('../features/webhooks/deliveries/index.ts')).HostsPage }));
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
  default: (await import('../features/statements/statement/index.ts')).MovementsPage,
}));
const EntriesPage = lazy(async () => ({
  default: (await import('../features/reconciliation/ledger/index.ts')).EntriesPage,
}));
const EntryPage = lazy(async () => ({
  default: (await import('../features/reconciliation/ledger/index.ts')).EntryPage,
}));
const ChangesPage = lazy(async () => ({
  default: (await import('../features/reconciliation/ledger/index.ts')).ChangesPage,
}));
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
const StatementView = lazy(async () => ({
  default: (await import('../features/statements/statement/index.ts')).StatementView,
}));
const PeriodsPage = lazy(async () => ({
  default: (await import('../features/statements/closes/index.ts')).PeriodsPage,
}));
const ClosingPage = lazy(async () => ({
  default: (await import('../features/statements/closes/index.ts')).ClosingPage,
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
const TakeRatesPage = lazy(async () => ({
  default: (await import('../features/statements/fees/index.ts')).TakeRatesPage,
}));
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
const RatesPage = lazy(async () => ({ default: (await import('../features/pricing/rates/index.ts')).RatesPage }));
const PaymentMethodsPage = lazy(async () => ({
  default: (await import('../features/pricing/methods/index.ts')).PaymentMethodsPage,
}));
const SignaturePage = lazy(async () => ({
  default: (await import('../features/webhooks/signature/index.ts')).SignaturePage,
}));
const RestoredPage = lazy(async () => ({ default: (await import('../features/home/restored/index.ts')).RestoredPage }));
const ActivityPage = lazy(async () => ({
  default: (await import('../features/settings/audit-log/index.ts')).ActivityPage,
}));
const SettingsPage = lazy(async () => ({ default: (await import('../features/settings/index.ts')).SettingsPage }));

/** The settings are about all profiles; a dialog that is open there outlives a switch. */
const OF_ALL_PROFILES = '/settings';

/**
 * The screen of the present address. Another profile is another screen: nothing that one held of the business before (a page, a count,
 * a draft, a job) stands there under the name of the next.
 */
export function Routes(): ReactNode {
  const [path] = useLocation();
  const { id: profile } = useProfile();
  const business = path === OF_ALL_PROFILES ? OF_ALL_PROFILES : (profile ?? '');
  return (
    <AppErrorBoundary resetKey={`${business} ${path}`}>
      <Suspense key={business} fallback={<Waiting path={path} profile={profile} />}>
        <Switch>
          <Route path="/">
            <OverviewPage />
          </Route>
          <Route path="/quarantine">
            <UnreadablePage />
          </Route>
          <Route path="/late-changes">
            <LateChangesPage />
          </Route>
          <Route path="/invoices">
            <InvoicesPage views={<InvoiceViews />} />
          </Route>
          <Route path="/invoices/:ident">{({ ident }) => <Invoice key={ident} ident={plain(ident)} />}</Route>
          <Route path="/deliveries">
            <DeliveriesPage views={<DeliveryViews />} />
          </Route>
          <Route path="/deliveries/hosts">
            <HostsPage />
          </Route>
          <Route path="/lookup">
            <LookupPage />
          </Route>
          <Route path="/customers/:id">{({ id }) => <Customer key={id} customerId={plain(id)} />}</Route>
          <Route path="/create">
            <NewInvoicePage />
          </Route>
          <Route path="/create/:intent">
            {({ intent }) => <CreateOutcomePage key={intent} intentId={plain(intent)} />}
          </Route>
          <Route path="/resend">
            <PlanPage />
          </Route>
          <Route path="/resend/runs">
            <RunsPage />
          </Route>
          <Route path="/resend/runs/:id">{({ id }) => <RunPage key={id} runId={plain(id)} />}</Route>
          <Route path="/adjusted">
            <AdjustedPage />
          </Route>
          <Route path="/tie-out" component={TieOutPage} />
          <Route path="/exceptions">
            <ExceptionsPage />
          </Route>
          {ownBooks()}
          <Route path="/statement">
            <StatementPage changes={changesSince} />
          </Route>
          <Route path="/statement/days">
            <MovementsPage />
          </Route>
          <Route path="/statement/rows">
            <StatementRowsPage />
          </Route>
          <Route path="/periods">
            <PeriodsPage />
          </Route>
          <Route path="/periods/close">
            <ClosingPage />
          </Route>
          <Route path="/periods/adjustments" component={AdjustmentsPage} />
          <Route path="/periods/:id">{({ id }) => <ClosedPage key={id} id={plain(id)} sheet={lockedSheet} />}</Route>
          <Route path="/take-rates">
            <TakeRatesPage />
          </Route>
          <Route path="/withdrawals">
            <WithdrawalsPage />
          </Route>
          <Route path="/withdrawals/:uuid">{({ uuid }) => <Withdrawal uuid={plain(uuid)} />}</Route>
          <Route path="/rates">
            <RatesPage />
          </Route>
          <Route path="/payment-methods">
            <PaymentMethodsPage />
          </Route>
          <Route path="/signature">
            <SignaturePage />
          </Route>
          <Route path={RESTORED_PATH} component={RestoredPage} />
          <Route path="/activity">
            <ActivityPage />
          </Route>
          <Route path={OF_ALL_PROFILES}>
            <SettingsPage />
          </Route>
          <Route>
            <NoSuchScreen />
          </Route>
        </Switch>
      </Suspense>
    </AppErrorBoundary>
  );
}

/** What the merchant wrote down: its files, its entries, and what has changed. The switch looks into a fragment. */
function ownBooks(): ReactNode {
  return (
    <>
      <Route path="/entries">
        <EntriesPage />
      </Route>
      <Route path="/entries/changes">
        <ChangesPage />
      </Route>
      <Route path="/entries/:id">
        {({ id }) => <EntryPage key={id} id={plain(id)} findings={<RecordFindings uuid={plain(id)} />} />}
      </Route>
      <Route path="/imports" component={ImportsPage} />
      <Route path="/imports/new" component={NewImportPage} />
      <Route path="/imports/:id">{({ id }) => <ImportPage key={id} id={plain(id)} />}</Route>
    </>
  );
}

function Invoice({ ident }: { readonly ident: string }): ReactNode {
  // The address may hold an id of the shop; deliveries are read and resent by uuid only. The page makes the same read.
  const invoice = useCall('invoices.get', { ident }, { refreshOn: ['invoices'] }).data?.invoice;
  if (invoice === undefined) return <InvoicePage ident={ident} deliveries={null} again={null} history={null} />;
  const { uuid, currency, callback_url: callbackUrl } = invoice;
  return (
    <InvoicePage
      ident={ident}
      deliveries={
        <Arrival at="deliveries">
          <DeliveriesPanel invoiceUuid={uuid} callbackUrl={callbackUrl} />
        </Arrival>
      }
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

function lockedSheet({ id, document: { statement, certificates, closedAt } }: Close): ReactNode {
  return (
    <StatementView
      statement={statement}
      lists={certificates}
      computedAt={closedAt}
      closeId={id}
      afterLastClose={null}
    />
  );
}

/** An id as it stands in the address; one that cannot be decoded is taken as it is. */
function plain(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const HOUR_MS = 3_600_000;

/** Keeps the place of a screen while its code is on the way: no jump when it comes. */
function Waiting({ path, profile }: { readonly path: string; readonly profile: string | null }): ReactNode {
  const lastKnown = useLastKnown();
  const search = useSearch();
  const nowMs = useNow(HOUR_MS);
  if (lastKnown && profile !== null && mayStandIn(lastKnown, { path, search, profile, nowMs }))
    return <LastKnownOverview lastKnown={lastKnown} />;
  return (
    <div className="mc-page" aria-busy="true">
      <Skeleton height={32} width={180} radius="sm" />
      <Skeleton height={240} radius="lg" />
    </div>
  );
}

function NoSuchScreen(): ReactNode {
  return (
    <PageFrame title="No such screen">
      <EmptyState kind="nothing-matches" title="This address leads nowhere">
        <Link className="mc-link" href="/">
          Go to the overview
        </Link>
      </EmptyState>
    </PageFrame>
  );
}
