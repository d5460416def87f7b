/**
 * The kinds of entry in the list of controls. Not here: the list (controls.ts) and what is done with it (controls.test.ts).
 */

/** `here`: shown by a test on this machine. `real`: only a real Electron runtime or a signed package can show it. `none`: there is nothing to control. */
export type Tier = 'here' | 'real' | 'none';

/** A test by its file and its name, or by the name of the group it stands in; `*` stands for what a table fills in. */
export interface Proof {
  readonly file: string;
  readonly test: string;
}

export interface Edit {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** How the control is taken away, and the test that must fail then. */
export interface Removal {
  readonly edits: readonly Edit[];
  readonly fails: Proof;
}

export interface Control {
  /** A number of the checklist, or one of ours behind it. */
  readonly id: string;
  readonly control: string;
  readonly where: readonly string[];
  readonly proofs: readonly Proof[];
  readonly tier: Tier;
  /** What is to be run on a real runtime, or why there is nothing to control. */
  readonly note?: string;
  /** Every control that there is has at least one. */
  readonly removals: readonly Removal[];
}

const TIERS: Readonly<Record<Tier, string>> = {
  here: 'proved here',
  real: 'only on a real runtime',
  none: 'not applicable',
};

/** The rows of the table in docs/security.md. */
export function tableOf(controls: readonly Control[]): string {
  const rows = controls.map(({ id, control, where, proofs, tier, note }) => {
    const files = [...new Set(proofs.map(({ file }) => file))];
    const tests = files.map((file) => {
      const names = proofs
        .filter((proof) => proof.file === file)
        .map(({ test }) => `“${test.replaceAll('*', '…').replaceAll('|', '/')}”`);
      return `\`${file}\` ${names.join(', ')}`;
    });
    const cells = [
      id,
      control,
      where.map((file) => `\`${file}\``).join(', '),
      tests.join('; '),
      [TIERS[tier], note].filter(Boolean).join(tier === 'here' ? '; ' : ': '),
    ];
    return `| ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')} |`;
  });
  return ['| # | Control | Where | Proof | Tier |', '|---|---|---|---|---|', ...rows].join('\n');
}
