// Where the money goes and the transaction that carried it: the whole address in groups for comparing, the hash to
// copy, an explorer only where the allow-list has one (explorer.ts).
import type { ReactNode } from 'react';
import type { Withdrawal } from '../../../domain/withdrawal.ts';
import { CopyText, ExternalLink, Fact, FactGrid, ForeignText, Monogram, Panel } from '../../ui/index.ts';
import { addressGroups } from './address.ts';
import { explorerLink } from './explorer.ts';
import classes from './withdrawals.module.css';

/** Network and the whole address. */
export function DestinationPanel({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const { address, network, token } = withdrawal;
  return (
    <Panel title="Destination" note="Compare every group: look-alike addresses share their first and last characters.">
      <FactGrid>
        <Fact label="Network">
          <Monogram name={network ?? ''} />
          <ForeignText text={network} />
        </Fact>
        <Fact label="Token">
          <ForeignText text={token} />
        </Fact>
        <Fact label="Address" wide>
          {address === null || address === '' ? 'The API names no address.' : <Address address={address} />}
        </Fact>
      </FactGrid>
    </Panel>
  );
}

function Address({ address }: { readonly address: string }): ReactNode {
  const groups = addressGroups(address);
  return (
    <>
      {groups === null ? null : (
        <span className={classes.address} aria-hidden="true">
          {groups.map(({ at, text }) => (
            <span key={at}>{text}</span>
          ))}
        </span>
      )}
      <span className={`${classes.addressCopy} mc-mono`}>
        <CopyText value={address} label="address" wrap />
      </span>
    </>
  );
}

/** The hash, and the explorer's page of it where there is one. */
export function TransactionPanel({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactNode {
  const { tx_hash: hash, network } = withdrawal;
  const link = explorerLink(network, hash);
  return (
    <Panel title="Transaction">
      {hash === null || hash === '' ? (
        <p className={classes.withdrawalWords}>No transaction hash. The API names one once a withdrawal is approved.</p>
      ) : (
        <>
          <span className="mc-mono">
            <CopyText value={hash} label="transaction hash" wrap />
          </span>
          <p className={classes.withdrawalWords}>
            {link.kind === 'none' ? link.why : <ExternalLink href={link.href}>Look it up at {link.name}</ExternalLink>}
          </p>
        </>
      )}
    </Panel>
  );
}
