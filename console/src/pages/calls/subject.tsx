import type { Subject as Made } from '../../api/types.ts';
import { Link } from '../../shared/page/link.tsx';
import { callsText } from '../../text/calls.ts';
import { named, useText } from '../../text.ts';

/** A link to the record that the call made. */
export function Subject({ subject, companyId }: { subject: Made; companyId: string }) {
  const t = useText(callsText);
  const { type, id, supplierInvoiceId } = subject;
  const words = named(t.subjects, type);
  if (type === 'supplier')
    return (
      <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number: id }}>
        {words} {id}
      </Link>
    );
  if (type === 'workOrder')
    return (
      <Link to="/companies/$companyId/work-orders/$workOrderId" params={{ companyId, workOrderId: id }}>
        {words}
      </Link>
    );
  // What the console has no page for has its words alone.
  const invoiceId = type === 'attachment' ? supplierInvoiceId : type === 'supplierInvoice' ? id : undefined;
  if (invoiceId === undefined) return <>{words}</>;
  return (
    <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId }}>
      {words}
    </Link>
  );
}
