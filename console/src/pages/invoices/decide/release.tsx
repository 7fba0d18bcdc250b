import { Text } from '@mantine/core';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { DecisionButton } from '../../../decisions/decision.tsx';
import { decideText } from '../../../decisions/text.ts';
import type { Decide } from '../../../decisions/use-decide.ts';
import { useSettings } from '../../../settings.ts';
import { common } from '../../../text/common.ts';
import { findingsText } from '../findings/text.ts';
import { proposalsText } from '../../../text/proposals.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { newAccounts } from '../payee/comparison-rows.ts';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
  decide: Decide<Invoice>;
  describedBy: string | undefined;
}

/** Releases a held invoice. If it names another account, the account can be accepted into the supplier's record. */
export function Release({ invoice, path, decide, describedBy }: Props) {
  const t = useText(findingsText);
  const d = useText(decideText);
  const p = useText(proposalsText);
  const takesTwo = useSettings()?.payeeTakesTwo;
  const accounts = newAccounts(invoice);
  if (invoice.state !== 'held') return null;
  return (
    <DecisionButton
      needsReason
      decide={decide}
      decision={{
        name: 'release',
        action: invoice.actions.release,
        send: (reason, accepts) =>
          change('POST', `${path}/release`, { reason, ...(accepts && accounts.length > 0 && { acceptAccount: true }) }),
        done: t.released,
      }}
      describedBy={describedBy}
      label={t.release}
      about={`${t.releaseAbout} ${d.notified(invoice.partner, invoice.sentToPartner.includes('supplierinvoice.released'))}`}
      checkbox={
        accounts.length === 0
          ? undefined
          : {
              label: t.acceptAccount,
              description: `${t.acceptAbout}${takesTwo ? ` ${p.acceptWaits}` : ''}`,
              details: <Accounts accounts={accounts} />,
            }
      }
    />
  );
}

function Accounts({ accounts }: { accounts: ReturnType<typeof newAccounts> }) {
  const c = useText(common);
  const { fields } = useText(suppliersText);
  return accounts.map(({ name, sent, recorded }) => (
    <Text key={name} size="sm" mt={6} ms={32}>
      {fields[name]}: <del>{recorded || c.empty}</del> → <ins style={{ fontWeight: 650 }}>{sent}</ins>
    </Text>
  ));
}
