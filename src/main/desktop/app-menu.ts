// Sets the application menu and does what its items say, to the window in front.
import { app, Menu, shell } from 'electron';
import { atProfile } from '../../domain/screen-path.ts';
import type { Ipc } from '../ipc.ts';
import { type MenuDeed, menuTemplate } from './menu-template.ts';
import { pathOf } from './screen-address.ts';
import type { Windows } from './windows.ts';

export interface MenuParts {
  readonly windows: Windows;
  readonly ipc: Pick<Ipc, 'command'>;
  readonly dataFolder: string;
}

/** Sets it. */
export function setMenu({ windows, ipc, dataFolder }: MenuParts): void {
  app.setAboutPanelOptions({
    applicationName: 'Merchant Console',
    applicationVersion: app.getVersion(),
    copyright: 'The licences of what it is made of lie beside the program.',
  });
  const act = (deed: MenuDeed): void => {
    const front = windows.front();
    const contents = front?.webContents;
    switch (deed.do) {
      case 'page':
        if (contents !== undefined) ipc.command(contents, { do: deed.command });
        return;
      case 'show':
        if (contents === undefined) windows.open(deed.path);
        else ipc.command(contents, { do: 'show', path: deed.path });
        return;
      case 'new-window':
        return windows.open('/');
      case 'own-window':
        return front === undefined
          ? windows.open('/')
          : windows.open(atProfile(pathOf(front.webContents.getURL()), windows.profileOf(front)));
      case 'back':
        return contents?.navigationHistory.goBack();
      case 'forward':
        return contents?.navigationHistory.goForward();
      case 'data-folder':
        return shell.showItemInFolder(dataFolder);
      case 'about':
        return app.showAboutPanel();
    }
  };
  const template = menuTemplate({ platform: process.platform, isPackaged: app.isPackaged, act });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
