/** Second starts and links that come before there are windows, and clicks on notifications, over a module that records. Not here: the built console. */
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { hearArrivals } from '../../../src/main/desktop/arrivals.ts';
import { createNotices } from '../../../src/main/desktop/notices.ts';

const electron = vi.hoisted(() => ({ app: null as unknown, notifications: [] as { emit(name: string): boolean }[] }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = new Emitter();
  class Notification extends Emitter {
    static isSupported = () => true;
    constructor() {
      super();
      electron.notifications.push(this);
    }
    show = () => undefined;
  }
  return { app: electron.app, Notification };
});

test('whoever starts the console a second time before it has windows is heard when it has', () => {
  const arrivals = hearArrivals(['console'], () => undefined);
  if (!(electron.app instanceof EventEmitter)) throw new Error('no app');
  electron.app.emit('second-instance', {}, ['console', 'merchant-console://invoice/early']);
  electron.app.emit('second-instance', {}, ['console']);
  const heard: unknown[] = [];
  arrivals.heed((path) => heard.push(path));
  electron.app.emit('second-instance', {}, ['console', 'merchant-console://invoice/late']);
  expect(heard).toEqual(['/invoices/early', null, '/invoices/late']);
});

test('a click on a notification leads to the screen of the business that it is about', () => {
  const clicked: string[] = [];
  const notices = createNotices(() => undefined);
  const words = { title: 't', body: 'b' };
  const all = [
    { path: '/webhooks/deliveries?status=failed', profileId: 'p 1' },
    { profileId: 'p2' },
    { path: '/invoices' },
    {},
  ];
  for (const one of all) notices.show({ ...words, ...one }, (path) => clicked.push(path));
  for (const notification of electron.notifications) notification.emit('click');
  expect(clicked).toEqual(['/webhooks/deliveries?status=failed&profile=p%201', '/?profile=p2', '/invoices', '/']);
});
