import { getRouteApi } from '@tanstack/react-router';
import { maskPersonal } from '../../../../common/numbers/organization.ts';
import type { Invoice } from '../../api/types.ts';
import { digitsOf, isNum, oneLine } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { usePreferences } from '../../preferences.tsx';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Link } from '../../shared/page/link.tsx';
import { common } from '../../text/common.ts';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { Findable } from './files/find/findable.tsx';
import type { ValueKind } from './files/find/find-value.ts';
import { FindingsAt } from './findings/findings-at.tsx';
import { Target } from './findings/target.tsx';
import { detailFields } from './known-fields.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

/** How a field is printed, where that is not as a text. */
const kinds: Partial<Record<(typeof detailFields)[number], ValueKind>> = {
  invoiceDate: 'date',
  paymentDueDate: 'date',
  paymentReferenceOCR: 'digits',
  supplierOrganizationalNumber: 'digits',
  supplierBankGiro: 'digits',
  supplierPostGiro: 'digits',
};
const isDate = (field: (typeof detailFields)[number]) => kinds[field] === 'date';

export function InvoiceFields({ invoice }: { invoice: Invoice }) {
  const { document, supplier, findings } = invoice;
  const t = useText(invoicesText);
  const c = useText(common);
  const format = useFormat();
  const dayOf = useDay();
  const { companyId } = route.useParams();
  const show = (field: (typeof detailFields)[number]): string => {
    const value = document[field];
    if (value === null || value === undefined) return '';
    if (isNum(value)) return isDate(field) ? format.date(Number(digitsOf(value))) : digitsOf(value);
    return field === 'supplierOrganizationalNumber' ? maskPersonal(oneLine(value)) : oneLine(value);
  };
  const link = (
    <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number: supplier.number }}>
      {supplier.name} ({supplier.number})
    </Link>
  );
  const withFindings = (field: (typeof detailFields)[number]) => {
    const text = show(field);
    if (text === '') return '';
    const value = isDate(field) && isNum(document[field]) ? dayOf(Number(digitsOf(document[field]))) : text;
    const found = (
      <Findable kind={kinds[field] ?? 'text'} value={value}>
        {text}
      </Findable>
    );
    if (!findings.some(({ path }) => path === field)) return found;
    return (
      <Target path={field}>
        {found}
        <FindingsAt findings={findings} document={document} path={field} />
      </Target>
    );
  };
  const fields: Field[] = [
    [
      c.supplier,
      <Findable key="supplier" kind="text" value={supplier.name}>
        {link}
      </Findable>,
    ],
    ...detailFields.map((field): Field => [t.fields[field], withFindings(field)]),
  ];
  return <Fields fields={fields} />;
}

/** The day of a moment where the reader is, as 2026-11-15. */
function useDay(): (moment: number) => string {
  const { timeZone } = usePreferences();
  return (moment) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(moment);
}
