import { waitReasonNames } from '../../../../common/names/waiting.ts';
import { bilingual } from '../../text.ts';

export const reportsText = bilingual(
  {
    title: 'Reports',
    report: 'Report',
    reports: { due: 'Overdue, or due this week', approvers: 'Waiting by user', partners: 'Waiting by partner' },
    emptyTitle: 'Nothing to report',
    emptyNext: 'Invoices that wait for a decision or were decided in the period are counted here.',
    daysLeft: 'Days left',
    with: 'With',
    user: 'User',
    waits: 'Waits',
    reasons: waitReasonNames.en,
    arrived: 'Arrived',
    decided: 'Decided',
    waiting: 'Waiting',
    since: 'Since',
  },
  {
    title: 'Uppföljning',
    report: 'Rapport',
    reports: {
      due: 'Förfallna, eller förfaller i veckan',
      approvers: 'Väntan per användare',
      partners: 'Väntan per partner',
    },
    emptyTitle: 'Inget att rapportera',
    emptyNext: 'Fakturor som väntar på beslut eller beslutades under perioden räknas här.',
    daysLeft: 'Dagar kvar',
    with: 'Hos',
    user: 'Användare',
    waits: 'Väntar',
    reasons: waitReasonNames.sv,
    arrived: 'Inkomna',
    decided: 'Beslutade',
    waiting: 'Antal väntande',
    since: 'Sedan',
  },
);
