import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useAllowed, useCompanyPath } from '../../../company.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { ReasonModal } from '../../../shared/form/reason-modal.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { common } from '../../../text/common.ts';
import { findingsText } from '../../../text/findings.ts';
import { proposalsText } from '../../../text/proposals.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { newAccounts, unknownAccounts } from './comparison-rows.ts';

/** Gives a supplier without any account that of the invoice, and dismisses the findings that said so. */
export function TakeOver({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const p = useText(proposalsText);
  const c = useText(common);
  const { fields } = useText(suppliersText);
  const companyPath = useCompanyPath();
  const mayEdit = useAllowed('edit');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const accounts = newAccounts(invoice);
  const unknown = unknownAccounts(invoice);
  const take = useChange(
    async (reason: string) => {
      const { proposals } = await change(
        'PATCH',
        companyPath(`/suppliers/${encodeURIComponent(invoice.supplier.number)}`),
        Object.fromEntries(accounts.map(({ name, sent }) => [name, sent])),
      );
      // Until a second person has confirmed it, the record has no account still, and the finding says so.
      if (proposals.some(({ patch }) => accounts.some(({ name }) => name in patch))) return p.waits;
      for (const { place } of unknown)
        await change('POST', `${path}/findings/${String(place)}/dismiss`, { reason: t.tookOver(reason) });
      return t.takenOver;
    },
    {
      done: (message) => {
        notifications.show({ message, color: 'teal' });
        close();
      },
    },
  );
  if (unknown.length === 0 || accounts.length === 0) return null;
  return (
    <>
      <ActionButton action={mayEdit} size="compact-sm" onClick={() => setAsking(true)}>
        {t.takeOver}
      </ActionButton>
      <ReasonModal
        opened={asking}
        onClose={close}
        title={t.takeOver}
        about={t.takeOverAbout(accounts.map(({ name, sent }) => `${fields[name].toLowerCase()} ${sent}`).join(', '))}
        label={c.reason}
        required
        confirm={t.takeOver}
        busy={take.isPending}
        error={take.error}
        onConfirm={take.mutate}
      />
    </>
  );
}
