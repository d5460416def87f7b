/**
 * The logo of a payment method or a network, beside its name: decoration, asked for when it comes into view. The picture is a `data:` address that
 * the engine has checked; nothing here loads from elsewhere. Not here: fetching it (the engine).
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUi } from './environment.tsx';
import './logo.css';

interface Held {
  readonly address: string;
  readonly image: string | null;
}

/**
 * A box for the picture at `address`; nothing for a record that names none, or while pictures are off. `keepsRoom`: an empty box for one that names
 * none, so that the names of a list stand in one line.
 */
export function Logo(props: { readonly address: string | null; readonly keepsRoom?: boolean }): ReactNode {
  const { address, keepsRoom = false } = props;
  const { logoOf } = useUi();
  const box = useRef<HTMLSpanElement>(null);
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || logoOf === null || address === null || address === '') return undefined;
    let isHere = true;
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      void logoOf(address).then((image) => {
        if (isHere) setHeld({ address, image });
      });
    });
    watcher.observe(current);
    return () => {
      isHere = false;
      watcher.disconnect();
    };
  }, [address, logoOf]);
  if (logoOf === null) return null;
  if (address === null || address === '') return keepsRoom ? <span className="mc-logo" aria-hidden="true" /> : null;
  const image = held?.address === address ? held.image : null;
  return (
    <span ref={box} className="mc-logo" aria-hidden="true">
      {image === null ? null : <img src={image} alt="" width={20} height={20} decoding="async" />}
    </span>
  );
}
