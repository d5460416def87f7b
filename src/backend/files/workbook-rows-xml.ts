/**
 * XML of a workbook's parts as a stream of elements. Nothing outside of it is ever fetched and no entity is ever defined: a document type is
 * refused, and depth is limited. Not here: what the elements mean (workbook-rows-parts.ts, workbook-rows.ts).
 */
import sax from 'sax';
import { refusal } from './row-columns.ts';
import type { ReadingControl } from './row-reading.ts';
import { unbroken, type ZipParts } from './workbook-rows-zip.ts';

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
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => {
    throw refusal('workbook-broken', 'a document type');
  };
  parser.onopentag = ({ name: tag, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw refusal('workbook-broken', 'too deep');
    reader.open?.(localName(tag), textsOf(attributes));
  };
  parser.onclosetag = (tag) => {
    depth -= 1;
    reader.close?.(localName(tag));
  };
  parser.ontext = (text) => reader.text?.(text);
  parser.oncdata = (text) => reader.text?.(text);
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

/** Namespaces are off: every attribute is a text. */
function textsOf(attributes: Readonly<Record<string, string | sax.QualifiedAttribute>>): Attributes {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (typeof value === 'string') texts[name] = value;
  return texts;
}
