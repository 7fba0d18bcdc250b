import { useParams } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Invoice } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Link } from '../../../shared/page/link.tsx';
import { useText } from '../../../text.ts';
import type { Finding } from '../findings/places.ts';
import { likenessOf } from './alike.ts';
import { duplicatesText } from './text.ts';

/** The duplicates of the invoice on the page: findings know only their ids, and people know their numbers. */
export const DuplicatesContext = createContext<Invoice['duplicates']>([]);

export const useNumberOf = (id: string): string =>
  use(DuplicatesContext).find((other) => other.id === id)?.supplierInvoiceNumber || id;

/** "96 % like invoice FA241492: same number, amount and date". All findings are about one other invoice. */
export function Evidence({ findings, other }: { findings: readonly Finding[]; other: string }) {
  const t = useText(duplicatesText);
  const { locale } = useFormat();
  const { companyId = '' }: { companyId?: string } = useParams({ strict: false });
  const { score, reasons } = likenessOf(findings);
  const [before, linked, after] = t.like(score, useNumberOf(other));
  const reasonWords: Record<string, string[]> = t.reasons;
  const inCommon = reasons.flatMap((reason) => reasonWords[reason] ?? [reason]);
  return (
    <>
      {before}
      <Link
        to="/companies/$companyId/invoices/$invoiceId"
        params={{ companyId, invoiceId: other }}
        size="sm"
        underline="always"
      >
        {linked}
      </Link>
      {after}
      {new Intl.ListFormat(locale, { type: 'conjunction' }).format(inCommon)}
    </>
  );
}
