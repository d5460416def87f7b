/**
 * The payment methods of the business: what may be charged, in which range, at which commissions. Not here: the table
 * (methods-table.tsx).
 */
import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { adviceFor } from '../../../domain/api-code.ts';
import type { Failure } from '../../../domain/failure.ts';
import {
  EmptyState,
  FailureNotice,
  failureCode,
  InstantText,
  MultiSelect,
  PageFrame,
  useRouteFilters,
  ZoneNote,
} from '../../ui/index.ts';
import { currenciesOf, methodsIn } from './method-view.ts';
import { MethodsTable } from './methods-table.tsx';
import { type MethodsAnswer, type MethodsState, useMethods } from './use-methods.ts';
import './methods.css';

/** The catalogue of payment methods. */
export function PaymentMethodsPage(): ReactNode {
  const state = useMethods();
  const { isReading, readAgain } = state;
  return (
    <PageFrame
      title="Payment methods"
      subtitle="The authority on what may be charged"
      actions={
        <>
          <ZoneNote />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={isReading}
            onClick={readAgain}
          >
            Read again now
          </Button>
        </>
      }
    >
      <Body state={state} />
    </PageFrame>
  );
}

function Body({ state }: { readonly state: MethodsState }): ReactNode {
  const { answer, failure, readAgain, isReading } = state;
  const isSetUp = failure === undefined || failureCode(failure) !== 'CATEGORY_NOT_FOUND';
  if (!isSetUp && (answer === undefined || answer.methods.length === 0)) return <NoCategory onRetry={readAgain} />;
  if (answer === undefined || answer.asOf === null) {
    return failure !== undefined && !isReading ? <NotLoaded failure={failure} onRetry={readAgain} /> : <Reading />;
  }
  return (
    <>
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={readAgain} />}
      <Catalogue answer={answer} />
    </>
  );
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

function NotLoaded({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): ReactNode {
  return (
    <EmptyState kind="could-not-load" title="The payment methods could not be read">
      <FailureNotice failure={failure} onRetry={onRetry} />
    </EmptyState>
  );
}

function Catalogue({ answer }: { readonly answer: MethodsAnswer }): ReactNode {
  const route = useRouteFilters();
  const chosen = route.list('currency');
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
      <div className="mc-methods-tools">
        <MultiSelect
          label="Currency"
          options={currenciesOf(answer.methods).map((value) => ({ value }))}
          value={chosen}
          onChange={(currency) => route.change({ currency })}
        />
        <span className="mc-methods-note">
          {methods.length === answer.methods.length
            ? `${methods.length} methods`
            : `${methods.length} of ${answer.methods.length} match`}
        </span>
        <span className="mc-methods-note mc-methods-asof">
          Read <InstantText value={answer.asOf} withAge />
        </span>
      </div>
      {methods.length === 0 ? <EmptyState kind="nothing-matches" /> : <MethodsTable methods={methods} />}
      <p className="mc-methods-note">
        The customer pays the order plus the client share; the merchant share is withheld from the credited USDT. The
        shares lie within the ceiling, which need not be used up. They are today’s, not those of older invoices.
        {answer.quarantined === 0
          ? ''
          : ` ${answer.quarantined} entries cannot be read without guessing and are not shown.`}
      </p>
    </>
  );
}

function Reading(): ReactNode {
  return (
    <div role="status">
      <p className="mc-methods-note">Not read yet; reading the payment methods from the API now.</p>
      <Skeleton height={320} radius="lg" />
    </div>
  );
}
