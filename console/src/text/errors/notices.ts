import type { Text } from '../../../../server/errors/entry.ts';
import { findings } from './findings.ts';
import type { NoticeCode, NoticeParameters, ObstacleCode } from '../../../../server/errors/notices.ts';

const refused = 'arbetsorder för det kommer att nekas';

/** Why something cannot be decided now. */
export const obstacles: Record<ObstacleCode, string> = {
  'finding.dismissed': 'Anmärkningen är redan avfärdad.',
  'finding.held':
    'Anmärkningen stoppar fakturan och kan därför inte avfärdas. Släpp fakturan, eller låt den vara stoppad.',
  'invoice.approved': 'Fakturan är redan attesterad.',
  'invoice.held':
    'Fakturan är stoppad eftersom något i den inte stämmer med leverantörens uppgifter. Den kan attesteras eller avvisas när den har släppts.',
  'invoice.received': 'Fakturan är inte stoppad.',
  'invoice.rejected': 'Fakturan är redan avvisad.',
  'invoice.signed': 'Du har redan attesterat fakturan. Den ska attesteras av en person till.',
  'invoice.undecided': 'Ingen har fattat beslut om fakturan än.',
  'proposal.gone': 'Ändringen väntar inte längre: någon har bekräftat, avböjt eller tagit tillbaka den.',
  'proposal.own': 'Du har själv föreslagit ändringen. Be en annan operatör bekräfta den.',
  'proposal.same': 'Leverantören har redan de här uppgifterna. Avböj ändringen.',
  'release.changer':
    'Du har ändrat leverantörens konto, namn eller organisationsnummer, eller föreslagit eller bekräftat en sådan ändring, inom 30 dagar innan fakturan kom, eller senare. Be någon annan som får besluta att släppa den.',
  'role.refused': 'Din roll tillåter inte beslut. Fråga en administratör.',
  'workorder.cancelled': 'Arbetsordern är redan annullerad.',
  'workorder.done': 'Arbetsordern är redan klar.',
};

export const notices: { readonly [C in NoticeCode]: Text<NoticeParameters<C>> } = {
  ...obstacles,
  ...findings,
  'facility.missing': ({ name, number }) => `Projekt ${name} (${number}) har ingen anläggning; ${refused}.`,
  'facility.several': ({ name, number, count }) => `Projekt ${name} (${number}) har ${count} anläggningar; ${refused}.`,
  'proposal.shared': ({ proposalId, projects }) =>
    `Förslags-id ${proposalId} finns på mer än ett projekt (${projects.join(', ')}); ${refused}.`,
};
