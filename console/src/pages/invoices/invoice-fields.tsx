import { getRouteApi } from '@tanstack/react-router';
import { maskPersonal } from '../../../../server/checks/numbers/organization.ts';
import type { Invoice } from '../../api/types.ts';
import { digitsOf, isNum, oneLine } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Fields, type Field } from '../../shared/fields.tsx';
import { Link } from '../../shared/link.tsx';
import { common } from '../../text/common.ts';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { FindingsAt } from './findings/findings-at.tsx';
import { Target } from './findings/target.tsx';
import { detailFields } from './known-fields.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function InvoiceFields({ invoice }: { invoice: Invoice }) {
  const { document, supplier, findings } = invoice;
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  const show = (field: (typeof detailFields)[number]): string => {
    const value = document[field];
    if (value === null || value === undefined) return '';
    if (isNum(value))
      return field === 'invoiceDate' || field === 'paymentDueDate'
        ? format.date(Number(digitsOf(value)))
        : digitsOf(value);
    return field === 'supplierOrganizationalNumber' ? maskPersonal(oneLine(value)) : oneLine(value);
  };
  const link = (
    <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number: supplier.number }}>
      {supplier.name} ({supplier.number})
    </Link>
  );
  const withFindings = (field: (typeof detailFields)[number]) =>
    findings.some(({ path }) => path === field) ? (
      <Target path={field}>
        {show(field)}
        <FindingsAt findings={findings} document={document} path={field} />
      </Target>
    ) : (
      show(field)
    );
  const fields: Field[] = [
    [c.supplier, link],
    ...detailFields.map((field): Field => [t.fields[field], withFindings(field)]),
  ];
  return <Fields fields={fields} />;
}
