import type { Locator, Page } from 'playwright-core';
import { paths, type Door } from '../../server/testing/door.ts';
import { workOrdersText } from '../src/pages/work-orders/text.ts';
import type { OpenedPage } from './browser.ts';

export const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click();

let orders = 0;
export async function workOrder(door: Door): Promise<string> {
  orders += 1;
  const { body } = await door.post(paths.workOrders, { id: `mends-${orders}`, proposalId: 'P-2026-014' });
  return `/companies/${door.company}/work-orders/${body.id}`;
}

/** The dialog that cancels a work order, with an unfinished reason. The console must be loaded. */
export async function halfWritten({ page, visit }: OpenedPage, path: string, language: 'en' | 'sv') {
  const { cancel } = workOrdersText[language];
  await visit(path);
  await press(page, cancel);
  const dialog = page.getByRole('dialog', { name: cancel });
  const reason = dialog.getByRole('textbox');
  await reason.fill('The tenant has');
  return { dialog, reason };
}
