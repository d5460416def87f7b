// The application menu as data, for each platform by its own conventions. Pure. Where the page handles a key itself, the menu shows it and leaves it
// to the page: on Windows and Linux it is not registered, and macOS gives a key to the menu only when the page has left it.
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { firstScreen, PLACES, screenPath } from '../../domain/console/screens.ts';

export type MenuDeed =
  | { readonly do: 'page'; readonly command: 'shortcuts' | 'print' | 'find' | 'lock' }
  | { readonly do: 'show'; readonly path: string }
  | { readonly do: 'new-window' | 'own-window' | 'back' | 'forward' | 'data-folder' | 'about' };

export interface MenuSetting {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly act: (deed: MenuDeed) => void;
}

/** What Ctrl and a digit go to: the places, in the order in which the sidebar has them. */
export const NUMBERED_SCREENS: readonly { readonly path: string; readonly label: string }[] = PLACES.map(
  ({ id, label }) => ({ path: firstScreen(id).path, label }),
);

const LINE: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate(setting: MenuSetting): MenuItemConstructorOptions[] {
  const isMac = setting.platform === 'darwin';
  return [
    ...(isMac ? [appMenu(setting)] : []),
    fileMenu(setting, isMac),
    editMenu(isMac),
    viewMenu(setting),
    goMenu(setting, isMac),
    { role: 'windowMenu' },
    helpMenu(setting, isMac),
  ];
}

function appMenu({ act }: MenuSetting): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      LINE,
      settingsItem(act),
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit' },
    ],
  };
}

function fileMenu({ act }: MenuSetting, isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'fileMenu',
    submenu: [
      { label: 'New Window', accelerator: 'CmdOrCtrl+N', click: () => act({ do: 'new-window' }) },
      {
        label: 'Open This Screen in Its Own Window',
        accelerator: 'CmdOrCtrl+Shift+N',
        click: () => act({ do: 'own-window' }),
      },
      LINE,
      {
        label: 'Save as PDF…',
        accelerator: 'CmdOrCtrl+P',
        click: () => act({ do: 'page', command: 'print' }),
      },
      handledByPage('Lock', 'CmdOrCtrl+Shift+L', () => act({ do: 'page', command: 'lock' })),
      LINE,
      ...(isMac ? [] : [settingsItem(act), LINE]),
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' as const }]),
    ],
  };
}

function settingsItem(act: MenuSetting['act']): MenuItemConstructorOptions {
  return {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => act({ do: 'show', path: screenPath('settings') }),
  };
}

/** Roles only: they work in every field, and their keys are the system's. */
function editMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      LINE,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(isMac ? [{ role: 'pasteAndMatchStyle' as const }] : []),
      { role: 'delete' },
      { role: 'selectAll' },
    ],
  };
}

function viewMenu({ act, isPackaged }: MenuSetting): MenuItemConstructorOptions {
  return {
    role: 'viewMenu',
    submenu: [
      handledByPage('Find…', 'CmdOrCtrl+K', () => act({ do: 'page', command: 'find' })),
      LINE,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      LINE,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [LINE, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
    ],
  };
}

function goMenu({ act }: MenuSetting, isMac: boolean): MenuItemConstructorOptions {
  return {
    label: 'Go',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => act({ do: 'back' }) },
      { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => act({ do: 'forward' }) },
      LINE,
      ...NUMBERED_SCREENS.map(({ label, path }, at) =>
        handledByPage(label, `CmdOrCtrl+${at + 1}`, () => act({ do: 'show', path })),
      ),
    ],
  };
}

function helpMenu({ act }: MenuSetting, isMac: boolean): MenuItemConstructorOptions {
  return {
    role: 'help',
    submenu: [
      // Its key is a plain `?`, which belongs to the page alone.
      { label: 'Keyboard Shortcuts', click: () => act({ do: 'page', command: 'shortcuts' }) },
      { label: 'Licences', click: () => act({ do: 'show', path: screenPath('settings') }) },
      { label: 'Show the Data Folder', click: () => act({ do: 'data-folder' }) },
      ...(isMac ? [] : [LINE, { label: 'About Merchant Console', click: () => act({ do: 'about' }) }]),
    ],
  };
}

/** An item with a key that the page listens for itself: shown, never triggered twice. */
function handledByPage(label: string, accelerator: string, click: () => void): MenuItemConstructorOptions {
  return { label, accelerator, registerAccelerator: false, click };
}

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
