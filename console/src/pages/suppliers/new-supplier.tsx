import { Paper, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SupplierFields } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { Form } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Page } from '../../shared/page/page.tsx';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { supplierFields, SupplierInputs, useSupplierForm } from './supplier-inputs.tsx';

const route = getRouteApi('/inside/companies/$companyId/new/supplier');

export function NewSupplier() {
  const t = useText(suppliersText);
  const c = useText(common);
  const path = useCompanyPath()('/suppliers');
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const mayEdit = useAllowed('edit');
  const form = useSupplierForm();
  const create = useChange((supplier: SupplierFields) => change('POST', path, supplier), {
    message: t.created,
    done: ({ number }) => navigate({ to: '/companies/$companyId/suppliers/$number', params: { companyId, number } }),
  });
  return (
    <Page title={t.newTitle}>
      {!mayEdit.allowed && <Text c="dimmed">{mayEdit.why}</Text>}
      <Paper withBorder p="lg" maw={820} bg="var(--door-surface)">
        <Form form={form} change={create} submit={c.save} allowed={mayEdit} asksBeforeLeaving>
          <SupplierInputs fields={supplierFields} form={form} />
          <Text size="sm" c="dimmed">
            {t.paymentWarning}
          </Text>
        </Form>
      </Paper>
    </Page>
  );
}
