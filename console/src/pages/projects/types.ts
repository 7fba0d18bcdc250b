export interface Facility {
  number: string;
  name: string;
}

export interface ProjectForm {
  number: string;
  name: string;
  proposalIds: string[];
  facilities: Facility[];
}

export interface Project extends ProjectForm {
  id: string;
  workOrderCount: number;
  warnings: string[];
}

export interface Imported {
  created: number;
  updated: number;
  unchanged: number;
  warnings: string[];
}
