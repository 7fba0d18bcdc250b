import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { SupplierFields } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Unsaved } from '../../shared/form/unsaved.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { supplierFields } from './fields.ts';
import { SupplierInputs } from './supplier-inputs.tsx';

const route = getRouteApi('/inside/companies/$companyId/new/supplier');
const nothing = Object.fromEntries(supplierFields.map((field) => [field, ''])) as unknown as SupplierFields;

export function NewSupplier() {
  const t = useText(suppliersText);
  const c = useText(common);
  const path = useCompanyPath()('/suppliers');
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const mayEdit = useAllowed('edit');
  const [form, setForm] = useState(nothing);
  const create = useChange(
    () =>
      change('POST', path, {
        ...form,
        ...Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value.trim()])),
      }),
    {
      message: t.created,
      done: ({ number }) => navigate({ to: '/companies/$companyId/suppliers/$number', params: { companyId, number } }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayEdit.allowed) create.mutate(undefined);
  };
  const isTyped = Object.values(form).some((value) => value !== '');
  return (
    <Page title={t.newTitle}>
      {!mayEdit.allowed && <Text c="dimmed">{mayEdit.why}</Text>}
      <Paper withBorder p="lg" maw={820} bg="var(--door-surface)">
        {/* The page that a new supplier leads to comes while it is still being saved. */}
        <Unsaved changed={isTyped && !create.isPending && !create.isSuccess} />
        <form onSubmit={submit}>
          <fieldset disabled={!mayEdit.allowed} style={{ border: 0, padding: 0, margin: 0 }}>
            <Stack>
              <SupplierInputs
                fields={supplierFields}
                values={form}
                onChange={(field, value) => setForm({ ...form, [field]: value })}
              />
              <Text size="sm" c="dimmed">
                {t.paymentWarning}
              </Text>
              {create.error !== null && <Failure error={create.error} />}
              {mayEdit.allowed && (
                <Group justify="flex-end">
                  <Button type="submit" loading={create.isPending}>
                    {c.save}
                  </Button>
                </Group>
              )}
            </Stack>
          </fieldset>
        </form>
      </Paper>
    </Page>
  );
}
