export type Query = Readonly<Record<string, string | undefined>>;

/**
 * Queues leave out invoices that wait for the partner; those that are overdue are shown all the same. Figures of the overview open the list with the same queries, so that the view is marked as shown.
 */
export const usualQueries = {
  all: {},
  toApprove: { state: 'received', waitsFor: 'company', sort: 'dueDate' },
  clean: { state: 'received', waitsFor: 'company', finding: 'none', sort: 'dueDate' },
  signed: { state: 'signed', waitsFor: 'company', sort: 'dueDate' },
  held: { state: 'held', waitsFor: 'company', sort: 'dueDate' },
  overdue: { overdue: 'true', sort: 'dueDate' },
  withMe: { with: 'me', waitsFor: 'company', sort: 'dueDate' },
  mine: { state: 'open', waitsFor: 'company', assigned: 'me', sort: 'dueDate' },
  forPartner: { waitsFor: 'partner', sort: 'dueDate' },
  noFile: { files: 'none' },
  byMe: { decidedBy: 'me' },
} as const satisfies Record<string, Query>;

export const usualViews = Object.entries(usualQueries) as [name: keyof typeof usualQueries, query: Query][];
