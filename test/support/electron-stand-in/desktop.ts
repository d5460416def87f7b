/**
 * The parts of the `electron` module by which the program meets the desktop, the same in every stand-in: they do nothing but remember what was asked of
 * them, and let a test do what a person or the system would. Not here: windows (window.ts).
 */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { loud } from './loud.ts';

type Template = Electron.MenuItemConstructorOptions[];

/** What the desktop shows and was told. */
export const desk = {
  menu: [] as Template,
  /** Context menus that were popped up. */
  popups: [] as Template[],
  trays: [] as StandInTray[],
  notifications: [] as StandInNotification[],
  badge: 0,
  revealed: [] as string[],
  /** On Windows: the dots on the buttons of the taskbar, by what they say, and the name of the program. */
  overlays: [] as string[],
  appId: '',
  /** For what Touch ID was asked, and whether the finger is the owner's. */
  touched: [] as string[],
  isOwnFinger: true,
  /** Whom the system starts for our links, and at login. */
  links: [] as readonly unknown[],
  login: {} as Electron.Settings,
  activated: null as ((details: Electron.ActivationArguments) => void) | null,
  displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }],
};

class StandInNotification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  static handleActivation(callback: (details: Electron.ActivationArguments) => void): void {
    desk.activated = callback;
  }
  readonly options: Electron.NotificationConstructorOptions;
  isShown = false;

  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
    desk.notifications.push(this);
  }
  show(): void {
    this.isShown = true;
  }
}
export const Notification = loud('Notification', StandInNotification);

/** An image is the number of its representations. */
class StandInImage implements Pick<Electron.NativeImage, 'addRepresentation' | 'setTemplateImage' | 'isEmpty'> {
  readonly scales: number[] = [];

  addRepresentation({ scaleFactor = 1, buffer }: Electron.AddRepresentationOptions): void {
    if (buffer?.subarray(1, 4).toString('latin1') !== 'PNG') throw new Error('an image that is no PNG');
    this.scales.push(scaleFactor);
  }
  static of(buffer: Buffer): StandInImage {
    const image = new StandInImage();
    image.addRepresentation({ buffer });
    return image;
  }
  setTemplateImage(): void {}
  isEmpty(): boolean {
    return this.scales.length === 0;
  }
}

export const nativeImage = loud('nativeImage', {
  createEmpty: () => loud('NativeImage', new StandInImage()),
  createFromBuffer: (buffer: Buffer) => loud('NativeImage', StandInImage.of(buffer)),
});

class StandInTray extends EventEmitter implements Pick<Electron.Tray, 'setToolTip' | 'destroy' | 'isDestroyed'> {
  tooltip = '';
  menu: Template = [];
  #isDestroyed = false;

  constructor(image: StandInImage) {
    super();
    if (image.isEmpty()) throw new Error('a tray without a picture cannot be seen');
    desk.trays.push(this);
  }
  setImage(image: StandInImage): void {
    if (image.isEmpty()) throw new Error('a tray without a picture cannot be seen');
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: Template): void {
    this.menu = menu;
  }
  destroy(): void {
    this.#isDestroyed = true;
  }
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
}
export const Tray = loud('Tray', StandInTray);

export const powerMonitor = loud('powerMonitor', new EventEmitter());

class StandInTheme extends EventEmitter implements Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'> {
  themeSource: Electron.NativeTheme['themeSource'] = 'system';
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'dark';
  }
}
export const nativeTheme = loud('nativeTheme', new StandInTheme());

/** A Mac with a sensor. */
export const systemPreferences = loud('systemPreferences', {
  canPromptTouchID: () => true,
  promptTouchID: async (reason: string) => {
    desk.touched.push(reason);
    if (!desk.isOwnFinger) throw new Error('Canceled by user.');
  },
});

class StandInScreen extends EventEmitter {
  getAllDisplays() {
    return desk.displays;
  }
  getPrimaryDisplay() {
    return desk.displays[0];
  }
}
export const screen = loud('screen', new StandInScreen());

class StandInMenu {
  readonly template: Template;

  constructor(template: Template) {
    this.template = template;
  }
  popup(): void {
    desk.popups.push(this.template);
  }
}

export const Menu = loud('Menu', {
  buildFromTemplate: (template: Template) =>
    Object.assign([...template], { popup: () => new StandInMenu(template).popup() }),
  setApplicationMenu: (menu: Template): void => void (desk.menu = menu),
});
