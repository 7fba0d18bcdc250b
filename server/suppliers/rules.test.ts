import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payeeFields } from './payee.ts';
import { partnerChanges, replacementOf, withBlanksEmpty, type Patch } from './rules.ts';
import { contactFields, type FieldChange, emptyEntry, supplierFields, type SupplierEntry } from './shape.ts';
import { runs } from '../testing/properties.ts';

const text = fc.oneof(
  fc.constantFrom('', ' ', '\t', '018-1', '018-2', 'Nordbygg', 'NORDBYGG', '991-2346', '5050-1055'),
  fc.string(),
);
const entry = fc
  .record(Object.fromEntries(supplierFields.map((field) => [field, text])))
  .map((fields) => ({ ...emptyEntry, ...fields, number: '1042' }));
const sent = fc.record(Object.fromEntries(supplierFields.map((field) => [field, fc.option(text)])), {
  requiredKeys: [],
});
const fieldsOf = (changes: FieldChange[]) => changes.map(({ field }) => field);
const changesOf = (before: SupplierEntry, body: Patch, isContactConfirmed: boolean, isRegistrant = true) =>
  partnerChanges(before, replacementOf(body, { isContactConfirmed, isRegistrant }), { isContactConfirmed });
const isBlank = (value: string | null | undefined) => (value ?? '').trim() === '';

it('no body of a partner changes a confirmed contact detail at once: each other value is proposed, and none is emptied', () => {
  fc.assert(
    fc.property(entry, sent, (before: SupplierEntry, body) => {
      const { atOnce, proposed } = changesOf(before, body, true);
      expect(atOnce).toEqual([]);
      expect(proposed.filter(({ to }) => isBlank(to))).toEqual([]);
      const differing = contactFields.filter((field) => !isBlank(body[field]) && body[field] !== before[field]);
      expect(fieldsOf(proposed)).toEqual(expect.arrayContaining(differing));
      // What the record has already, and fields that are left out, propose nothing.
      expect(fieldsOf(changesOf(before, before, true).proposed)).toEqual([]);
      expect(fieldsOf(changesOf(before, {}, true).proposed)).toEqual([]);
    }),
    runs(200),
  );
});

it('unconfirmed contact details are replaced at once, and only who is paid is proposed', () => {
  fc.assert(
    fc.property(entry, sent, (before: SupplierEntry, body) => {
      const { atOnce, proposed } = changesOf(before, body, false);
      const after = Object.fromEntries(atOnce.map(({ field, to }) => [field, to]));
      for (const field of contactFields) expect(after[field] ?? before[field]).toBe(body[field] ?? '');
      expect(payeeFields).toEqual(expect.arrayContaining(fieldsOf(proposed)));
      expect(contactFields).toEqual(expect.arrayContaining(fieldsOf(atOnce)));
      // A partner that did not register the supplier empties none of them.
      const { atOnce: byAnother } = changesOf(before, body, false, false);
      expect(byAnother).toEqual(atOnce.filter(({ to }) => !isBlank(to)));
    }),
    runs(200),
  );
});

it('a partial body changes and proposes only what it has, and a blank text empties', () => {
  fc.assert(
    fc.property(entry, sent, fc.boolean(), (before: SupplierEntry, body, isContactConfirmed) => {
      const { atOnce, proposed } = partnerChanges(before, withBlanksEmpty(body), { isContactConfirmed });
      for (const { field, to } of [...atOnce, ...proposed]) expect(to).toBe(isBlank(body[field]) ? '' : body[field]);
      for (const field of contactFields)
        if (body[field] !== undefined && before[field] !== '')
          expect(fieldsOf([...atOnce, ...proposed]).includes(field)).toBe(
            before[field] !== (isBlank(body[field]) ? '' : body[field]),
          );
      expect(Object.keys(body)).toEqual(expect.arrayContaining(fieldsOf([...atOnce, ...proposed])));
    }),
    runs(200),
  );
});
