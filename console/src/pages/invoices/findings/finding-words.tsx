import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceDocument } from '../../../api/types.ts';
import { Link } from '../../../shared/page/link.tsx';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { findingsText } from './text.ts';
import { named, useText } from '../../../text.ts';
import { currencyOf } from '../known-fields.ts';
import type { Finding } from './places.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

/** The sentence of a finding, or its evidence for a duplicate. Unknown codes get the server's sentence. */
export function FindingWords({ finding, document }: { finding: Finding; document: InvoiceDocument }) {
  const words = useWords();
  if (finding.code.startsWith('duplicate.') && typeof finding.parameters?.earlier === 'string')
    return <Evidence parameters={finding.parameters} earlier={finding.parameters.earlier} />;
  // Findings of early versions have no parameters.
  const said = finding.parameters && words.notice(finding, currencyOf(document));
  return <Said words={said} english={finding.message} />;
}

function Evidence({ parameters, earlier }: { parameters: object; earlier: string }) {
  const t = useText(findingsText);
  const { companyId } = route.useParams();
  const { score, reasons, fileName } = parameters as { score?: number; reasons?: unknown; fileName?: string };
  const inCommon = Array.isArray(reasons) ? reasons.map((reason) => named(t.reasons, String(reason))) : [];
  return (
    <>
      <Link
        to="/companies/$companyId/invoices/$invoiceId"
        params={{ companyId, invoiceId: earlier }}
        size="sm"
        underline="always"
      >
        {t.earlier}
      </Link>{' '}
      {t.alike(score ?? 0, inCommon.join(', '))}
      {fileName !== undefined && ` (${fileName})`}
    </>
  );
}
