import type { Action } from '../../shared/action-button.tsx';
import type { Happened } from '../../shared/timeline.tsx';

export interface WorkOrderRow {
  id: string;
  reference: string;
  title: string;
  state: string;
  project: { id: string; number: string; name: string };
  facilityNumber: string;
  description: string | null;
  partner: string;
  createdAt: string;
}

export interface WorkOrder extends WorkOrderRow {
  document: Record<string, unknown>;
  timeline: Happened[];
  actions: { done: Action; cancel: Action };
}
