/**
 * The equation of a withdrawal: amount − network commission = sent, with a word when it does not tie.
 */
import type { ReactNode } from 'react';
import type { Withdrawal } from '../../../domain/withdrawal.ts';
import { MoneyText, Notice, Panel, plainText } from '../../ui/index.ts';
import { equationOf } from './withdrawal-view.ts';
import classes from './withdrawals.module.css';

/** The three terms in one line, each under its name. */
export function EquationPanel({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const { amount, commission, sent, remark } = equationOf(withdrawal);
  const token = withdrawal.token === null ? 'token not named' : plainText(withdrawal.token.slice(0, 24));
  const sentLabel = withdrawal.status === 'approved' ? 'Sent' : 'To send';
  return (
    <Panel title="Amount" note={`In ${token}. The network commission is inside the amount.`}>
      <div className={classes.equation}>
        <Term label="Requested" value={amount} />
        <span className={classes.equationSign}>−</span>
        <Term label="Network commission" value={commission} />
        <span className={classes.equationSign}>=</span>
        <Term label={sentLabel} value={sent} />
      </div>
      {remark === null ? null : (
        <Notice tone="warn" title="The equation">
          {remark}
        </Notice>
      )}
    </Panel>
  );
}

function Term({ label, value }: { readonly label: string; readonly value: string | null }): ReactNode {
  return (
    <div className={classes.equationTerm}>
      <span className={classes.equationLabel}>{label}</span>
      <span className={classes.equationValue}>
        <MoneyText value={value} missing="not named" />
      </span>
    </div>
  );
}
