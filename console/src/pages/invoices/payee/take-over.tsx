import { notifications } from '@mantine/notifications';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useAllowed, useCompanyPath } from '../../../company.ts';
import { ReasonButton } from '../../../shared/form/reason-modal.tsx';
import { findingsText } from '../findings/text.ts';
import { proposalsText } from '../../../text/proposals.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { newAccounts, unknownAccounts } from './comparison-rows.ts';

/** Copies the invoice's account to a supplier without any, and dismisses the findings about that. */
export function TakeOver({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const p = useText(proposalsText);
  const { fields } = useText(suppliersText);
  const companyPath = useCompanyPath();
  const mayEdit = useAllowed('edit');
  const accounts = newAccounts(invoice);
  const unknown = unknownAccounts(invoice);
  const take = async (reason: string): Promise<string> => {
    const { proposals } = await change(
      'PATCH',
      companyPath(`/suppliers/${encodeURIComponent(invoice.supplier.number)}`),
      Object.fromEntries(accounts.map(({ name, sent }) => [name, sent])),
    );
    // Until a second person has confirmed the account, the record has none, and the finding stands.
    if (proposals.some(({ patch }) => accounts.some(({ name }) => name in patch))) return p.waits;
    for (const { place } of unknown)
      await change('POST', `${path}/findings/${String(place)}/dismiss`, { reason: t.tookOver(reason) });
    return t.takenOver;
  };
  if (unknown.length === 0 || accounts.length === 0) return null;
  return (
    <ReasonButton
      action={mayEdit}
      words={t.takeOver}
      about={t.takeOverAbout(accounts.map(({ name, sent }) => `${fields[name].toLowerCase()} ${sent}`).join(', '))}
      send={take}
      done={(message) => notifications.show({ message, color: 'teal' })}
      button={{ size: 'compact-sm', variant: 'filled' }}
    />
  );
}
