// A QR code of a web address, black on white in both schemes for every camera; drawn, never loaded, and of http and https alone.
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Longer ones make codes that cameras no longer read from a screen. */
const MAX_CHARACTERS = 1_200;
/** The quiet zone that the standard asks for, in modules. */
const QUIET_ZONE = 4;

/** The address when it may be encoded, else null. */
export function encodable(address: string): URL | null {
  if (address.length > MAX_CHARACTERS || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** The modules as one path of unit squares, row by row. */
export function qrPath(address: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE });
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      runs.push(`M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`);
    }
  }
  return { size, path: runs.join('') };
}

/** The code with its text alternative; nothing when the address must not be encoded. */
export function QrCode({ address, label }: { readonly address: string; readonly label: string }) {
  const drawn = useMemo(() => (encodable(address) === null ? null : qrPath(address)), [address]);
  if (drawn === null) return null;
  return (
    <svg
      width={216}
      height={216}
      // Its white stays in the dark: cameras need it.
      style={{ display: 'block', border: '1px solid var(--mc-line)', borderRadius: 'var(--mc-radius)' }}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={drawn.size} height={drawn.size} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  );
}
