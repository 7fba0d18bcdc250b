export type Query = Readonly<Record<string, string | undefined>>;

/** Figures of the overview open the list with the same queries, so that the view is marked as shown. */
export const usualQueries = {
  all: {},
  toApprove: { state: 'received', sort: 'dueDate' },
  clean: { state: 'received', finding: 'none', sort: 'dueDate' },
  signed: { state: 'signed', sort: 'dueDate' },
  held: { state: 'held', sort: 'dueDate' },
  overdue: { overdue: 'true', sort: 'dueDate' },
  mine: { state: 'open', assigned: 'me', sort: 'dueDate' },
  noFile: { files: 'none' },
  byMe: { decidedBy: 'me' },
} as const satisfies Record<string, Query>;

export const usualViews = Object.entries(usualQueries) as [name: keyof typeof usualQueries, query: Query][];
