export type CompanyRole = 'approver' | 'viewer';

export interface Admission {
  id: string;
  role: CompanyRole;
}

export interface OperatorRow {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
  companies: (Admission & { name: string })[];
  createdAt: string;
  disabledAt: string | null;
  invited: boolean;
}

export interface Invitation {
  name: string;
  key: string;
}
