import { Group, Stack, Text } from '@mantine/core';
import type { LookAlike, SupplierPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { Severity } from '../../shared/record/severity.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { groupIban } from '../../shared/record/whole-value.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

const compared = ['number', 'name', 'organizationalNumber', 'bankGiro', 'postGiro', 'iban'] as const;

type ComparedFields = Pick<LookAlike, (typeof compared)[number]>;

interface Props {
  companyId: string;
  supplier: ComparedFields;
  alike: readonly LookAlike[];
}

export function LookAlikes({ companyId, supplier, alike }: Props) {
  return alike.map((other) => (
    <SideBySide key={other.number} companyId={companyId} supplier={supplier} other={other} />
  ));
}

function SideBySide({ companyId, supplier, other }: Omit<Props, 'alike'> & { other: LookAlike }) {
  const t = useText(suppliersText);
  const mayEdit = useAllowed('edit');
  const path: SupplierPath = useCompanyPath()(`/suppliers/${encodeURIComponent(supplier.number)}`);
  const distinguish = useChange(() => change('POST', `${path}/distinguish`, { other: other.number }), {
    message: t.areTwo,
  });
  const title = t.looksLike(other.number);
  return (
    <Panel title={title} padded={false}>
      <ListTable
        label={title}
        framed={false}
        rows={compared.filter((field) => supplier[field] !== '' || other[field] !== '')}
        rowKey={(field) => field}
        marks={(field) => isAccount(field) && supplier[field] !== other[field]}
        columns={[
          { header: t.field, cell: (field) => t.fields[field] },
          { header: t.thisSupplier, cell: (field) => groupIban(supplier[field]) || '–' },
          {
            header: t.otherSupplier,
            cell: (field) =>
              field === 'number' ? (
                <Link
                  to="/companies/$companyId/suppliers/$number"
                  params={{ companyId, number: other.number }}
                  underline="always"
                >
                  {other.number}
                </Link>
              ) : (
                groupIban(other[field]) || '–'
              ),
          },
          {
            header: t.likeness,
            tight: true,
            cell: (field) =>
              isAccount(field) && supplier[field] !== other[field] ? (
                <Severity severity="warning">{t.differs}</Severity>
              ) : (
                other.by.some((by) => likenessOf[by] === field) && t.looksAlike
              ),
          },
        ]}
      />
      <Stack px="md" py="sm" gap="sm">
        <Group gap="sm" justify="space-between">
          <Text size="sm" c="dimmed" maw="46rem">
            {t.looksLikeAbout}
          </Text>
          <ActionButton
            action={mayEdit}
            variant="default"
            loading={distinguish.isPending}
            onClick={() => distinguish.mutate()}
          >
            {t.tellApart}
          </ActionButton>
        </Group>
        {distinguish.error !== null && <Failure error={distinguish.error} />}
      </Stack>
    </Panel>
  );
}

const likenessOf = { number: 'number', name: 'name', organization: 'organizationalNumber' } as const;

const isAccount = (field: (typeof compared)[number]) =>
  field === 'bankGiro' || field === 'postGiro' || field === 'iban';
