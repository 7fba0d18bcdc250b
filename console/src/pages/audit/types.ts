export interface AuditRow {
  id: string;
  at: string;
  operator: string;
  action: string;
  subjectType: string;
  subjectId: string;
  data: Record<string, unknown>;
  seq: number;
}
