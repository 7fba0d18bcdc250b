import type { AuditRow } from '../../api/types.ts';
import { Link } from '../../shared/page/link.tsx';
import { auditText } from './text.ts';
import { named, useText } from '../../text.ts';

/** A link where the record has a page. */
export function AuditSubject({ row: { subjectType, subjectId }, companyId }: { row: AuditRow; companyId: string }) {
  const t = useText(auditText);
  const words = named(t.subjects, subjectType);
  switch (subjectType.toLowerCase()) {
    case 'supplier':
      return (
        <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number: subjectId }}>
          {words} {subjectId}
        </Link>
      );
    case 'supplierinvoice':
      return (
        <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId: subjectId }}>
          {words}
        </Link>
      );
    case 'workorder':
      return (
        <Link to="/companies/$companyId/work-orders/$workOrderId" params={{ companyId, workOrderId: subjectId }}>
          {words}
        </Link>
      );
    case 'project':
      return (
        <Link to="/companies/$companyId/projects/$projectId" params={{ companyId, projectId: subjectId }}>
          {words}
        </Link>
      );
    default:
      return <>{words}</>;
  }
}
