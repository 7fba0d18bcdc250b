import { getRouteApi } from '@tanstack/react-router';
import type { InvoiceDocument } from '../../../api/types.ts';
import { Link } from '../../../shared/page/link.tsx';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { findingsText } from '../../../text/findings.ts';
import { named, useText } from '../../../text.ts';
import type { Finding } from './places.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

/** What looks wrong, with what proves it. A finding that is not known here is told in the service's words. */
export function FindingWords({ finding, document }: { finding: Finding; document: InvoiceDocument }) {
  const t = useText(findingsText);
  const words = useWords();
  if (finding.code.startsWith('duplicate.') && typeof finding.parameters?.earlier === 'string')
    return <Evidence parameters={finding.parameters} earlier={finding.parameters.earlier} />;
  const more = finding.parameters?.more;
  return (
    <>
      {/* A finding from before it had parameters is about what the document says. */}
      <Said words={words.notice({ parameters: document, ...finding })} english={finding.message} />
      {typeof more === 'number' && more > 0 && ` ${t.moreLines(more)}`}
    </>
  );
}

/** The earlier invoice, how alike the two are, and in what. */
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
