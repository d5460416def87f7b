/** The pictures of the places, in the sidebar and wherever one of their screens is offered. */
import {
  IconArrowBarUp,
  IconCalculator,
  IconClipboardText,
  IconFileInvoice,
  IconHome,
  IconScale,
  IconSettings,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { PlaceId } from '../../domain/console/screens.ts';

export const PLACE_ICONS: Readonly<Record<PlaceId, TablerIcon>> = {
  home: IconHome,
  invoices: IconFileInvoice,
  webhooks: IconWebhook,
  withdrawals: IconArrowBarUp,
  reconciliation: IconScale,
  statements: IconClipboardText,
  pricing: IconCalculator,
  settings: IconSettings,
};
