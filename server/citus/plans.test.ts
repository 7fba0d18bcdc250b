import { expect, it } from 'vitest';
import { canBeExplained, problemOfPlan, writtenReferenceTable } from './plans.ts';

// Plans of Citus 13.2, without the plans of the workers.
const task = { Node: 'host=127.0.0.1 port=18482 dbname=doorway' };
const job = (tasks: number) => ({
  'Task Count': tasks,
  'Tasks Shown': tasks === 1 ? 'All' : `One of ${tasks}`,
  Tasks: [task],
});
const onCitus = (query: object) => ({
  'Node Type': 'Custom Scan',
  'Custom Plan Provider': 'Citus Adaptive',
  'Distributed Query': query,
});
const problem = (plan: object) => problemOfPlan(JSON.stringify([{ Plan: plan }]));

it('a statement about one company is one task', () => {
  expect(problem(onCitus({ Job: job(1) }))).toBeUndefined();
});

it('a statement over tables of the coordinator has no task', () => {
  expect(problem({ 'Node Type': 'Seq Scan', 'Relation Name': 'operator_sessions' })).toBeUndefined();
});

it('a statement over all companies has more tasks, also below an aggregate', () => {
  expect(problem(onCitus({ Job: job(32) }))).toBe('it has 32 tasks');
  expect(problem({ 'Node Type': 'Aggregate', Plans: [onCitus({ Job: job(32) })] })).toBe('it has 32 tasks');
});

it('rows that the coordinator collects before it inserts them are found', () => {
  const insert = (method: string) => ({
    'Node Type': 'Custom Scan',
    'Custom Plan Provider': 'Citus INSERT ... SELECT',
    'INSERT/SELECT method': method,
    'Select Query': [{ Plan: { 'Node Type': 'Result' } }],
  });
  for (const method of ['pull to coordinator', 'repartition'])
    expect(problem(insert(method))).toBe('its rows are collected before they are inserted');
});

it('a statement whose first part writes and whose second part reads is found', () => {
  const subplans = [{ PlannedStmt: [{ Plan: onCitus({ Job: job(1) }) }] }];
  expect(problem(onCitus({ Subplans: subplans, Job: job(1) }))).toBe('parts of it run one after the other');
});

it('a write to a reference table is found in any part of a statement, and a lock or a read is none', () => {
  const written = (text: string) => writtenReferenceTable({ text });
  expect(written('UPDATE access_tokens SET name = $2 WHERE hash = $1')).toBe('access_tokens');
  expect(written('WITH gone AS (DELETE FROM clients WHERE id = $1 RETURNING id)\n SELECT FROM gone')).toBe('clients');
  expect(written('INSERT INTO\n  companies (id) VALUES ($1) ON CONFLICT DO NOTHING')).toBe('companies');
  expect(written('INSERT INTO operator_companies SELECT FROM companies')).toBe('operator_companies');
  expect(written('SELECT FROM operators WHERE id = $1 FOR NO KEY UPDATE OF operators')).toBeUndefined();
  expect(written('INSERT INTO operators_seen VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1')).toBeUndefined();
  expect(written('INSERT INTO events SELECT company_id FROM partners')).toBeUndefined();
});

it('statements with a plan can be explained', () => {
  for (const text of ['SELECT 1', '\n WITH a AS (SELECT 1) SELECT', 'insert into a', '(SELECT 1) UNION (SELECT 2)'])
    expect(canBeExplained({ text })).toBe(true);
  for (const text of ['BEGIN', 'SET LOCAL a = b', 'LISTEN a', 'CREATE TABLE a ()'])
    expect(canBeExplained({ text })).toBe(false);
});
