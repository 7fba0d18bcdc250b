import { maskPersonal } from '../../../../common/numbers/organization.ts';
import { beginningOf, usedLengths } from '../../../../common/used-lengths.ts';
import type { Invoice } from '../../api/types.ts';
import { digitsOf, isNum, oneLine } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { bareNumber } from '../../shared/record/whole-value.ts';
import { invoicesText } from './text.ts';
import { useText } from '../../text.ts';
import { Findable } from './files/find/findable.tsx';
import type { ValueKind } from './files/find/find-value.ts';
import { FindingsAt, Target } from './findings/findings-at.tsx';
import { dayOf, detailFields } from './known-fields.ts';

const kinds: Partial<Record<(typeof detailFields)[number], ValueKind>> = {
  invoiceDate: 'date',
  paymentDueDate: 'date',
  paymentReferenceOCR: 'digits',
  supplierOrganizationalNumber: 'digits',
  supplierBankGiro: 'digits',
  supplierPostGiro: 'digits',
};

export function InvoiceFields({ invoice }: { invoice: Invoice }) {
  const { document, findings } = invoice;
  const t = useText(invoicesText);
  const format = useFormat();
  const show = (field: (typeof detailFields)[number]): string => {
    const value = document[field];
    if (value === null || value === undefined) return '';
    if (kinds[field] === 'date') return dayOf(invoice, field) ?? '';
    if (isNum(value)) return digitsOf(value);
    const text = beginningOf(usedLengths, field, oneLine(value));
    return field === 'supplierOrganizationalNumber' ? maskPersonal(text) : text;
  };
  const withFindings = (field: (typeof detailFields)[number]) => {
    const text = show(field);
    if (text === '') return '';
    const findable = (
      <Findable kind={kinds[field] ?? 'text'} value={text} copied={kinds[field] === 'digits' ? bareNumber(text) : text}>
        {text}
      </Findable>
    );
    if (!findings.some(({ path }) => path === field)) return findable;
    return (
      <Target path={field}>
        {findable}
        <FindingsAt findings={findings} path={field} />
      </Target>
    );
  };
  const fields: Field[] = [
    ...detailFields.map((field): Field => [t.fields[field], withFindings(field)]),
    [t.arrived, `${format.dateTime(invoice.createdAt)}, ${invoice.partner}`],
  ];
  // Fields without a value keep their place, so that each is found where it was on the invoice before.
  return <Fields fields={fields} dense showEmpty />;
}
