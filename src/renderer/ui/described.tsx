/** Draws what is described as markup (domain/markup.ts): the same elements that the desktop shell writes as HTML. Not here: the descriptions. */
import { createElement, Fragment, type ReactNode } from 'react';
import type { Markup } from '../../domain/markup.ts';

/** Attributes that React calls otherwise. */
const NAMES: Readonly<Record<string, string>> = { class: 'className', datetime: 'dateTime' };

/** The described elements, one after the other. Their texts are texts. */
export function Described({ of }: { readonly of: Markup | readonly Markup[] }): ReactNode {
  const parts = typeof of === 'string' || 'name' in of ? [of] : of;
  return createElement(Fragment, null, ...parts.map(drawn));
}

function drawn(markup: Markup): ReactNode {
  if (typeof markup === 'string') return markup;
  const { name, attributes, children } = markup;
  const props = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [NAMES[key] ?? key, value]));
  return createElement(name, props, ...children.map(drawn));
}
