/**
 * A small piece of a page as a value: what is described apart from React (overview-figures.ts), which draws it (renderer/ui/described.tsx). Every text of
 * it is a text: nothing in a value ever becomes a tag or an attribute. Pure.
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
