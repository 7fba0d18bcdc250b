import { shown, list, type LetterContext } from './mail.ts';
import { lines, type Letter } from '../ground/mail/letter.ts';
import { nameOf } from '../../common/names/names.ts';
import { fileProblemNames } from '../../common/names/states.ts';
import type { DamageReport } from '../files/store.ts';

export function damageLetter(
  { language, name, company, base }: LetterContext,
  { count: many, first }: Pick<DamageReport, 'count' | 'first'>,
): Letter {
  const sv = language === 'sv';
  const entries = first.map(({ fileName, problem, supplierInvoiceId, supplierInvoiceNumber, externalReferenceId }) => [
    `${shown(fileName)}: ${nameOf(fileProblemNames, language, problem).toLowerCase()}`,
    `${sv ? 'faktura' : 'invoice'} ${shown(supplierInvoiceNumber ?? externalReferenceId)}`,
    `${base}/console/companies/${company.id}/invoices/${supplierInvoiceId}`,
  ]);
  return {
    subject: shown(
      `${company.name}: ${
        sv
          ? many === 1
            ? '1 fil är skadad'
            : `${many} filer är skadade`
          : many === 1
            ? '1 file is damaged'
            : `${many} files are damaged`
      }`,
    ),
    text: lines(
      sv ? `Hej ${name}!` : `Hello ${name},`,
      sv
        ? 'Doorway har läst lagrade filer på nytt. De här saknas eller är inte längre som när de bifogades:'
        : 'Doorway has read stored files again. These are missing, or no longer as they were attached:',
      list(entries),
      many > first.length && (sv ? 'Det finns fler i översikten.' : 'The overview has more.'),
      sv
        ? 'Be dem som driver tjänsten att återställa filerna från en säkerhetskopia; docs/keeping.md beskriver hur. Kommandot doorway files verify läser sedan alla filer och bekräftar det.'
        : 'Ask the people who run the service to restore them from a backup; docs/keeping.md says how. The command doorway files verify then reads all files and confirms it.',
      `${sv ? 'Översikten:' : 'The overview:'}\n${base}/console/companies/${company.id}/overview`,
      sv
        ? 'Alla administratörer får det här meddelandet. Det går inte att välja bort.'
        : 'Every administrator gets this message. It cannot be switched off.',
    ),
  };
}
