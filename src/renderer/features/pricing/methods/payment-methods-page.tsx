// The payment methods of the business: what may be charged, in which range, at which commissions.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { adviceFor } from '../../../../domain/api-code.ts';
import { methodsIn } from '../../../../domain/payment-method.ts';
import { type SnapshotState, useAction, useCall, useExport, useSnapshot } from '../../../bridge/index.ts';
import {
  ChoiceFilter,
  EmptyState,
  ExportButton,
  failureCode,
  InstantText,
  Note,
  SnapshotBody,
  SnapshotFrame,
  TableTools,
  useRouteFilters,
} from '../../../ui/index.ts';
import { currenciesOf } from './method-view.ts';
import { MethodsTable } from './methods-table.tsx';
import type { CallOutput } from '../../../../contract/calls.ts';

/** The catalogue of payment methods. */
export function PaymentMethodsPage(): ReactNode {
  const methods = useMethods();
  return (
    <SnapshotFrame
      title="Payment methods"
      subtitle="The authority on what may be charged"
      isReading={methods.isReading}
      onReadAgain={methods.readAgain}
    >
      {lacksCategory(methods) ? (
        <NoCategory onRetry={methods.readAgain} />
      ) : (
        <SnapshotBody
          snapshot={methods}
          unreadTitle="The payment methods could not be read"
          readingWords="Not read yet; reading the payment methods from the API now."
        >
          {(answer) => <Catalogue answer={answer} />}
        </SnapshotBody>
      )}
    </SnapshotFrame>
  );
}

/** The API has no methods because nobody has set the business up; older methods are shown all the same. */
function lacksCategory({ answer, failure }: MethodsState): boolean {
  if (failure === undefined || failureCode(failure) !== 'CATEGORY_NOT_FOUND') return false;
  return answer === undefined || answer.methods.length === 0;
}

function NoCategory({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { sentence, nextStep } = adviceFor('CATEGORY_NOT_FOUND', 404);
  return (
    <EmptyState kind="nothing-yet" title="Set-up is not finished: no pricing category">
      <p>
        {sentence} {nextStep}
      </p>
      <Button variant="default" onClick={onRetry}>
        Look again
      </Button>
    </EmptyState>
  );
}

function Catalogue({ answer }: { readonly answer: MethodsAnswer }): ReactNode {
  const route = useRouteFilters();
  const chosen = route.list('currency');
  const exporting = useExport();
  const methods = methodsIn(answer.methods, chosen);
  if (answer.methods.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="No payment methods">
        The API lists none for this business. Ask the payment service to enable some.
      </EmptyState>
    );
  }
  return (
    <>
      <TableTools
        filters={
          <ChoiceFilter
            name="currency"
            label="Currency"
            options={currenciesOf(answer.methods).map((value) => ({ value }))}
          />
        }
        words={
          methods.length === answer.methods.length
            ? `${methods.length} methods`
            : `${methods.length} of ${answer.methods.length} match`
        }
        age={
          <>
            Read <InstantText value={answer.asOf} withAge />
          </>
        }
        actions={
          <ExportButton
            state={exporting.state}
            count={methods.length}
            onStart={(asked) => exporting.start({ kind: 'payment-methods', currency: chosen, ...asked })}
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
        }
      />
      {methods.length === 0 ? <EmptyState kind="nothing-matches" /> : <MethodsTable methods={methods} />}
      <Note>
        The customer pays the order plus the customer fee; your fee is withheld from the credited USDT. The shares lie
        within the ceiling, which need not be used up. They are today’s, not those of older invoices.
        {answer.quarantined === 0
          ? ''
          : ` ${answer.quarantined} entries cannot be read without guessing and are not shown.`}
      </Note>
    </>
  );
}

type MethodsAnswer = CallOutput<'paymentMethods.list'>;
type MethodsState = SnapshotState<MethodsAnswer>;

/** The payment methods of this profile. */
function useMethods(): MethodsState {
  return useSnapshot(
    useCall('paymentMethods.list', {}, { refreshOn: ['paymentMethods'] }),
    useAction('paymentMethods.list'),
  );
}
