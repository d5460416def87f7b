// XML of a workbook's parts as a stream of elements. Nothing outside of it is ever fetched and no entity is ever
// defined: a document type is refused, and depth is limited.
import sax from 'sax';
import { refusal } from '../row/columns.ts';
import type { ReadingControl } from '../row/reading.ts';
import { unbroken, type ZipParts } from './zip.ts';

/** No part of a workbook is deeper than a dozen. */
const MAX_DEPTH = 100;

export type Attributes = Readonly<Record<string, string>>;

/** Names without their prefix. */
export interface XmlReader {
  readonly open?: ((name: string, attributes: Attributes) => void) | undefined;
  readonly close?: ((name: string) => void) | undefined;
  /** A text may come in pieces. */
  readonly text?: ((text: string) => void) | undefined;
  /** Nothing more is wanted. */
  readonly isEnough?: (() => boolean) | undefined;
}

/** Reads a part. Throws FailureError `file-refused` or `cancelled`. */
export function readXml(parts: ZipParts, name: string, reader: XmlReader, control: ReadingControl | null): void {
  const parser = sax.parser(true, { position: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  const text = (piece: string): void => reader.text?.(piece);
  Object.assign(parser, {
    onerror: (error: Error) => {
      throw error;
    },
    ondoctype: () => {
      throw refusal('workbook-broken', 'a document type');
    },
    onopentag: ({ name: tag, attributes }: sax.Tag) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw refusal('workbook-broken', 'too deep');
      reader.open?.(localName(tag), attributes);
    },
    onclosetag: (tag: string) => {
      depth -= 1;
      reader.close?.(localName(tag));
    },
    ontext: text,
    oncdata: text,
  } satisfies Partial<sax.SAXParser>);
  const isEnough = (): boolean => reader.isEnough?.() ?? false;
  parts.read(
    name,
    (bytes) => {
      if (!isEnough()) unbroken(() => parser.write(decoder.decode(bytes, { stream: true })));
    },
    control,
    isEnough,
  );
  if (isEnough()) return;
  unbroken(() => parser.write(decoder.decode()).close());
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
