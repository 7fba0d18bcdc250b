import { names } from './names.ts';

/** Names of exported files, by list. */
export const fileNames = names({
  'supplier-invoices': ['Invoices', 'Fakturor'],
  'supplier-invoice-lines': ['Invoice lines', 'Fakturarader'],
  suppliers: ['Suppliers', 'Leverantörer'],
  'supplier-changes': ['Supplier changes', 'Leverantörsändringar'],
  projects: ['Projects', 'Projekt'],
  'work-orders': ['Work orders', 'Arbetsorder'],
  requests: ['Calls', 'Anrop'],
  audit: ['Audit log', 'Granskningslogg'],
  companies: ['Companies', 'Företag'],
  partners: ['Partners', 'Partner'],
  tokens: ['Access tokens', 'Åtkomstnycklar'],
  clients: ['Clients', 'Klienter'],
  systems: ['Systems', 'System'],
  operators: ['Users', 'Användare'],
  'operator-tokens': ['User tokens', 'Användarnycklar'],
  webhooks: ['Webhooks', 'Webhookar'],
  deliveries: ['Deliveries', 'Leveranser'],
  'report-waiting': ['What waits', 'Det som väntar'],
  'report-due': ['Due this week', 'Förfaller i veckan'],
});

export type FileName = keyof typeof fileNames.en;
