import type { EarlierInvoice, InvoiceContext, InvoiceKeys, LookAlike, Need } from '../../checks/context.ts';
import type { Settings } from '../../checks/settings.ts';
import type { Versions } from '../../events/counters.ts';

export interface ContextQuery {
  partnerId: string;
  externalReferenceId: string;
  supplierNumber: string;
  keys: InvoiceKeys;
  /** The normalised number of the credited invoice. */
  credits: string | undefined;
  /** Only invoices with smaller ids count as earlier. Undefined for an invoice that is not stored yet. */
  storedAs?: string;
}

export interface LoadedContext extends Omit<InvoiceContext, 'at' | 'zone'> {
  /** Whether the partner's reference is taken. False if no rule needs earlier invoices. */
  isTaken: boolean;
  /** The first later invoices of the supplier with the same keys. Empty unless asked for. */
  later: Partial<Record<keyof InvoiceKeys, EarlierInvoice | undefined>>;
  alike: readonly LookAlike[];
}

/** Later invoices are no context of a rule: judging again compares them, too. */
export type ContextPart = Need | 'later';

/** Read in one snapshot. The invoices are in the order of the queries. */
export interface BatchContext {
  needs: ReadonlySet<ContextPart>;
  settings: Settings;
  versions: Versions;
  /** The database's clock. */
  clock: () => Date;
  /** The company's time zone. */
  zone: string;
  /** In the order of the queries. */
  invoices: LoadedContext[];
}
