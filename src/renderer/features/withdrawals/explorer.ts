// Where a transaction may be looked up on the web: an allow-list of networks, each with the exact form of its hashes. The rest is only copied.
interface Explorer {
  readonly name: string;
  readonly hash: RegExp;
  readonly prefix: string;
}

const EXPLORERS: ReadonlyMap<string, Explorer> = new Map([
  ['TRC20', { name: 'Tronscan', hash: /^[0-9a-fA-F]{64}$/, prefix: 'https://tronscan.org/#/transaction/' }],
  ['ERC20', { name: 'Etherscan', hash: /^0x[0-9a-fA-F]{64}$/, prefix: 'https://etherscan.io/tx/' }],
  ['BEP20', { name: 'BscScan', hash: /^0x[0-9a-fA-F]{64}$/, prefix: 'https://bscscan.com/tx/' }],
]);

export type ExplorerLink =
  | { readonly kind: 'link'; readonly href: string; readonly name: string }
  | { readonly kind: 'none'; readonly why: string };

/** The explorer's page of a transaction, or why there is no link. The specification leaves the list of networks open. */
export function explorerLink(network: string | null, hash: string | null): ExplorerLink {
  if (hash === null || hash === '') return { kind: 'none', why: 'There is no transaction hash.' };
  const explorer = network === null ? undefined : EXPLORERS.get(network);
  if (explorer === undefined) {
    return { kind: 'none', why: 'No explorer is known for this network, so the hash can only be copied.' };
  }
  if (!explorer.hash.test(hash)) {
    return { kind: 'none', why: `This is not the form of a ${network} hash, so no link is made of it.` };
  }
  return { kind: 'link', href: `${explorer.prefix}${hash}`, name: explorer.name };
}
