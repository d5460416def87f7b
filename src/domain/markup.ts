/**
 * A small piece of a page as a value, so that what writes HTML and what draws with React write the same. Every text of it is a text: nothing in a value
 * ever becomes a tag or an attribute. Pure. Not here: what is described (start-figures.ts), React (renderer/ui/described.tsx).
 */

export type TagName =
  | 'a'
  | 'div'
  | 'h1'
  | 'h2'
  | 'header'
  | 'main'
  | 'section'
  | 'span'
  | 'strong'
  | 'svg'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'time'
  | 'tr';

export type AttributeName =
  | 'aria-busy'
  | 'aria-hidden'
  | 'aria-label'
  | 'class'
  | 'data-flush'
  | 'data-right'
  | 'data-room'
  | 'data-tone'
  | 'datetime'
  | 'height'
  | 'href'
  | 'id'
  | 'inert'
  | 'role'
  | 'scope'
  | 'title'
  | 'viewBox'
  | 'width';

export type Attributes = Readonly<Partial<Record<AttributeName, string>>>;

export interface Tag {
  readonly name: TagName;
  readonly attributes: Attributes;
  readonly children: readonly Markup[];
}

/** A tag, or a text. */
export type Markup = Tag | string;

/** A tag with a class; null among its children is nothing. */
export function tag(name: TagName, attributes: Attributes, ...children: readonly (Markup | null)[]): Tag {
  return { name, attributes, children: children.filter((child) => child !== null) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** Its HTML, in one line. */
export function htmlOf(markup: Markup): string {
  if (typeof markup === 'string') return escaped(markup);
  const { name, attributes, children } = markup;
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${children.map(htmlOf).join('')}</${name}>`;
}
