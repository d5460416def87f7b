/** The webhook of one invoice, and sending it again. */
export { WebhookPanel } from './webhook-panel.tsx';
