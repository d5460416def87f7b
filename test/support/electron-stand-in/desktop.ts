/** The parts of the `electron` module by which the program meets the desktop, the same in every stand-in. Not here: windows (window.ts). */
import { EventEmitter } from 'node:events';
import { loud } from './loud.ts';

class StandInNotification extends EventEmitter {
  static isSupported(): boolean {
    return false;
  }
}
export const Notification = loud('Notification', StandInNotification);

export const powerMonitor = loud('powerMonitor', new EventEmitter());
