import { typedAmount } from '../../../../../common/typed-amount.ts';
import { useSearch } from '@tanstack/react-router';
import type { InvoiceRow } from '../../../api/types.ts';
import { dayFilter } from '../../../shared/form/day-input.tsx';
import { selectFilter, textFilter } from '../../../shared/list/filters.tsx';
import { findingOptions } from '../../../shared/list/finding-options.ts';
import { pickerFilter } from '../../../shared/form/picker.tsx';
import { common } from '../../../text/common.ts';
import { invoicesText } from '../text.ts';
import { listsText } from '../../../text/lists.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { bulkText } from '../bulk/text.ts';
import { questionsText } from '../questions/text.ts';
import { viewsText } from '../views/text.ts';

const states: InvoiceRow['state'][] = ['received', 'held', 'approved', 'booked', 'rejected', 'withdrawn'];

/** Rewrites 1 250,50 as 1250.50, as the API expects it. The API refuses a text that is no amount. */
function asAmount(typed: string): string {
  const amount = typedAmount(typed)?.least;
  return amount === undefined ? typed : `${/^[-\u2212]/.test(typed) ? '-' : ''}${amount}`;
}

export function useInvoiceFilters() {
  const t = useText(invoicesText);
  const { usual } = useText(viewsText);
  const c = useText(common);
  const l = useText(listsText);
  const r = useText(rulesText);
  const q = useText(questionsText);
  const b = useText(bulkText);
  const { leftOut }: { leftOut?: string } = useSearch({ strict: false });
  const reason = named(b.reasons, leftOut?.split(':').at(-1) ?? '');
  const folds = true;
  const amount = { folds, width: 110, inputMode: 'decimal', rewrite: asAmount } as const;
  const me: [string, string] = ['me', l.me];
  return [
    textFilter('q', { search: true, minLength: 2, label: t.text, placeholder: t.textHint, width: 290 }),
    selectFilter('state', {
      label: c.state,
      width: 175,
      options: [
        ...states.map((state): [string, string] => [state, state === 'approved' ? t.notBooked : c.states[state]]),
        ['open', t.notDecided],
        ['signed', usual.signed],
      ],
    }),
    selectFilter('finding', {
      label: r.finding,
      width: 180,
      options: [['none', usual.clean], ['any', t.anyFinding], ...findingOptions(r)],
    }),
    pickerFilter('supplier', { of: 'supplier', label: c.supplier, width: 240 }),
    pickerFilter('partner', { of: 'partner', label: c.partner }),
    pickerFilter('project', { of: 'project', label: c.project }),
    pickerFilter('with', { of: 'operator', label: t.with, fixed: [me, ['none', t.companyQueue]] }),
    pickerFilter('assigned', { of: 'operator', label: t.assignedTo, fixed: [me, ['none', l.nobody]] }),
    pickerFilter('decidedBy', { of: 'operator', label: t.decidedBy, fixed: [me] }),
    selectFilter('mentioned', { folds, label: t.mentions, options: [['me', t.mentionsMe]] }),
    selectFilter('waitsFor', {
      folds,
      label: usual.forPartner,
      width: 135,
      options: [
        ['partner', q.yes],
        ['company', q.no],
      ],
    }),
    selectFilter('answered', { folds, label: q.answers, options: [['me', q.answeredMe]] }),
    selectFilter('overdue', { folds, label: t.due, width: 135, options: [['true', t.overdue]] }),
    dayFilter('dueFrom', t.dueFrom, folds),
    dayFilter('dueTo', t.dueTo, folds),
    dayFilter('from', t.arrivedFrom, folds),
    dayFilter('to', t.arrivedTo, folds),
    dayFilter('datedFrom', t.datedFrom, folds),
    dayFilter('datedTo', t.datedTo, folds),
    textFilter('least', { ...amount, label: t.least }),
    textFilter('most', { ...amount, label: t.most }),
    selectFilter('files', {
      folds,
      label: t.withFiles,
      width: 135,
      options: [
        ['none', t.noFile],
        ['some', t.someFile],
      ],
    }),
    ...(leftOut === undefined ? [] : [selectFilter('leftOut', { label: b.leftOutOf, options: [[leftOut, reason]] })]),
    selectFilter('credit', {
      folds,
      label: t.kind,
      options: [
        ['true', t.creditNotes],
        ['false', t.noCreditNotes],
      ],
    }),
  ];
}
