import { Link } from '../page/link.tsx';

interface Props {
  /** Type of the record, as the API names it, in upper or lower case. */
  type: string;
  /** Id of the record; for a supplier, its number. */
  id: string;
  companyId: string;
  /** Names the record itself. */
  title?: string | undefined;
  children: string;
}

export function RecordLink({ type, id, companyId, title, children }: Props) {
  switch (type.toLowerCase()) {
    case 'supplier':
      return (
        <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number: id }}>
          {title ?? `${children} ${id}`}
        </Link>
      );
    case 'supplierinvoice':
      return (
        <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId: id }}>
          {title ?? children}
        </Link>
      );
    case 'workorder':
      return (
        <Link to="/companies/$companyId/work-orders/$workOrderId" params={{ companyId, workOrderId: id }}>
          {title ?? children}
        </Link>
      );
    case 'project':
      return (
        <Link to="/companies/$companyId/projects/$projectId" params={{ companyId, projectId: id }}>
          {title ?? children}
        </Link>
      );
    default:
      return <>{title ?? children}</>;
  }
}
