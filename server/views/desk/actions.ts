import type { ViewForm, ViewPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { ApiError, conflict, notFound } from '../../errors/errors.ts';
import { lockedTransaction } from '../../events/counters.ts';
import type { CompanyId, Db, Pool } from '../../ground/db/pool.ts';
import type { Operator, Role } from '../../../common/permissions.ts';
import { countViews, deleteView, insertView, readView, readViews, updateView, type KeptView } from '../store.ts';
import { newId } from '../../ground/db/ids.ts';

const maxViews = 100;

export interface Viewer {
  operator: Operator;
  role: Role;
}

const mayChange = ({ operatorId }: KeptView, { operator, role }: Viewer): boolean =>
  operatorId === operator.id || role === 'administrator';

const shown = ({ operatorId, operatorName, ...view }: KeptView, viewer: Viewer) => ({
  ...view,
  own: operatorId === viewer.operator.id,
  by: operatorName ?? '',
  mayChange: mayChange({ operatorId, operatorName, ...view }, viewer),
});

export const listViews = async (db: Db, company: CompanyId, viewer: Viewer, list: string) => ({
  views: (await readViews(db, company, viewer.operator.id, list)).map((view) => shown(view, viewer)),
});

/** Only shared views are recorded in the audit log. */
async function auditView(tx: Db, company: CompanyId, operator: Operator, action: string, view: KeptView, now: Date) {
  const data = { list: view.list, name: view.name, query: view.query, shared: view.shared };
  await audit(tx, company, operator, { action, subjectId: view.id, data }, now);
}

export const createView = (pool: Pool, company: CompanyId, viewer: Viewer, { name, ...form }: ViewForm) =>
  lockedTransaction(pool, company, async (tx, now) => {
    const { operator } = viewer;
    const view = { ...form, id: newId(), name: name.trim() };
    if ((await countViews(tx, company, operator.id, view.list)) >= maxViews)
      throw new ApiError('views.many', { most: maxViews });
    if (!(await insertView(tx, company, operator.id, view, now))) throw conflict('view.exists', { name: view.name });
    const kept = { ...view, operatorId: operator.id, operatorName: operator.name };
    if (view.shared) await auditView(tx, company, operator, 'view.created', kept, now);
    return shown(kept, viewer);
  });

/** A view that the caller can see but not change is a 403; one that the caller cannot see is a 404. */
async function changeable(tx: Db, company: CompanyId, viewer: Viewer, id: string): Promise<KeptView> {
  const view = await readView(tx, company, viewer.operator.id, id);
  if (view === undefined) throw notFound();
  if (!mayChange(view, viewer)) throw new ApiError('permission.missing', { role: viewer.role });
  return view;
}

export const changeView = (pool: Pool, company: CompanyId, viewer: Viewer, id: string, patch: ViewPatch) =>
  lockedTransaction(pool, company, async (tx, now) => {
    const before = await changeable(tx, company, viewer, id);
    const after = { ...before, ...patch, name: patch.name?.trim() ?? before.name };
    if (!(await updateView(tx, company, after))) throw conflict('view.exists', { name: after.name });
    if (before.shared || after.shared) await auditView(tx, company, viewer.operator, 'view.updated', after, now);
    return shown(after, viewer);
  });

export const removeView = (pool: Pool, company: CompanyId, viewer: Viewer, id: string) =>
  lockedTransaction(pool, company, async (tx, now) => {
    const view = await changeable(tx, company, viewer, id);
    await deleteView(tx, company, id);
    if (view.shared) await auditView(tx, company, viewer.operator, 'view.deleted', view, now);
  });
