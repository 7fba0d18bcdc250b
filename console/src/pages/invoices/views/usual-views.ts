import type { viewsText } from './text.ts';

export type Query = Readonly<Record<string, string | undefined>>;

export const usualViews: [name: keyof typeof viewsText.en.usual, query: Query][] = [
  ['all', {}],
  ['toApprove', { state: 'received', sort: 'dueDate' }],
  ['held', { state: 'held' }],
  ['overdue', { overdue: 'true', sort: 'dueDate' }],
  ['mine', { assigned: 'me' }],
  ['noFile', { files: 'none' }],
  ['byMe', { decidedBy: 'me' }],
];
