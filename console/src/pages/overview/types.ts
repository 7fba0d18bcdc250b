export interface Arrival {
  day: string;
  partner: string;
  invoices: number;
  suppliers: number;
  workOrders: number;
}

export interface FailureCause {
  operation: string;
  status: number;
  reason: string;
  count: number;
}

export interface OverviewAnswer {
  arrivals: Arrival[];
  failures: FailureCause[];
  waiting: { received: number; held: number; workOrders: number };
  catchingUp?: boolean;
}

export type Kind = 'invoices' | 'suppliers' | 'workOrders';
