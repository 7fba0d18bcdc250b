import { Group, Stack, Table, Text } from '@mantine/core';
import type { Supplier, SupplierPath, SupplierProposal } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { CallBack } from '../../shared/record/call-back.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { ReasonButton } from '../../shared/form/reason-modal.tsx';
import { common } from '../../text/common.ts';
import { proposalsText } from '../../text/proposals.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { isContact, supplierFields } from './supplier-inputs.tsx';

export function Proposals({ supplier, path }: { supplier: Supplier; path: SupplierPath }) {
  const t = useText(proposalsText);
  if (supplier.proposals.length === 0) return null;
  return (
    <Panel title={t.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.about}
      </Text>
      <CallBack {...supplier} isOtherProposed={supplier.proposals.some(({ patch }) => 'phone' in patch)} />
      <Stack gap="lg" mt="sm">
        {supplier.proposals.map((proposal) => (
          <Waiting key={proposal.id} proposal={proposal} now={supplier} path={path} />
        ))}
      </Stack>
    </Panel>
  );
}

interface WaitingProps {
  proposal: SupplierProposal;
  /** The values in the record. */
  now: SupplierProposal['patch'];
  path: SupplierPath;
}

export function Waiting({ proposal, now, path }: WaitingProps) {
  const t = useText(proposalsText);
  const format = useFormat();
  const mayEdit = useAllowed('edit');
  const at = `${path}/proposals/${proposal.id}` as const;
  const { by } = proposal;
  const isOwn = proposal.confirm.code === 'proposal.own';
  const title = (proposal.by.partner ? t.proposedByPartner : t.proposedBy)(
    proposal.by.name,
    format.dateTime(proposal.at),
  );
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <SideBySide patch={proposal.patch} now={now} />
      <Group gap="sm" mt="sm">
        <ConfirmButton
          action={proposal.confirm}
          words={t.confirm}
          title={t.confirmTitle}
          about={Object.keys(proposal.patch).every(isContact) ? t.confirmContactAbout : t.confirmAbout}
          message={t.confirmed}
          send={() => change('POST', `${at}/confirm`)}
          button={{ size: 'compact-sm', variant: 'filled' }}
        />
        <ReasonButton
          action={mayEdit}
          words={isOwn ? t.takeBack : t.decline}
          about={isOwn ? t.takeBackAbout : by.partner ? t.declinePartnerAbout(by.name) : t.declineAbout}
          message={isOwn ? t.takenBack : t.declined}
          send={(reason) => change('POST', `${at}/decline`, { reason })}
          button={{ size: 'compact-sm' }}
        />
      </Group>
    </section>
  );
}

function SideBySide({ patch, now }: Record<'patch' | 'now', SupplierProposal['patch']>) {
  const t = useText(proposalsText);
  const c = useText(common);
  const { fields } = useText(suppliersText);
  const given: Partial<Record<string, string>> = patch;
  const before: Partial<Record<string, string>> = now;
  return (
    <Table mt={6} fz="sm" layout="fixed" style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.field}</Table.Th>
          <Table.Th>{t.now}</Table.Th>
          <Table.Th>{t.proposed}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {supplierFields
          .filter((field) => given[field] !== undefined)
          .map((field) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" fw={500}>
                {fields[field]}
              </Table.Th>
              <Table.Td>{before[field] || c.empty}</Table.Td>
              <Table.Td fw={650}>{given[field] || c.empty}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}
