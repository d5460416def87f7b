// The menu of a right click as data: what can be done with a text, and nothing else; a page has no links or pictures
// to save. Pure.
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

/** The items that make sense there; none for a click on nothing. */
export function contextTemplate({
  isEditable,
  selectionText,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }];
  return [
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
