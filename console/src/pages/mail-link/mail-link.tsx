import { Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { DecisionButton, ObstacleModal } from '../../decisions/decision.tsx';
import { decideText } from '../../decisions/text.ts';
import { useDecide } from '../../decisions/use-decide.ts';
import { Link } from '../../shared/page/link.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { StateBadge } from '../../shared/record/state-badge.tsx';
import { useText } from '../../text.ts';
import { EarlierWords } from '../invoices/decide/earlier-words.tsx';
import { OpenFindings } from '../invoices/decide/open-findings.tsx';
import { DuplicatesContext } from '../invoices/duplicates/evidence.tsx';
import { Files } from '../invoices/files/files.tsx';
import { SearchProvider } from '../invoices/files/find/search.tsx';
import { OwnWindowProvider } from '../invoices/files/own-window.ts';
import { numberOf } from '../invoices/known-fields.ts';
import { Facts } from '../invoices/layout/facts.tsx';
import { invoicesText } from '../invoices/text.ts';
import { ConfirmStep, stepsLeft } from '../routing/confirm-step.tsx';
import { routingText } from '../routing/text.ts';
import styles from './mail-link.module.css';
import { linkText } from './text.ts';

const route = getRouteApi('/companies/$companyId/invoices/$invoiceId/decide');

/** One invoice, for whoever has its link and no session: on one screen of a phone, and decided by two taps. */
export function MailLink() {
  const t = useText(linkText);
  const { companyId, invoiceId } = route.useParams();
  const path = useCompanyPath()(`/invoices/${encodeURIComponent(invoiceId)}`);
  return (
    <main className={styles.page}>
      <OwnWindowProvider value>
        <RecordOf path={path} refresh={false}>
          {(invoice) => (
            <DuplicatesContext value={invoice.duplicates}>
              <LinkedInvoice invoice={invoice} path={path} />
            </DuplicatesContext>
          )}
        </RecordOf>
      </OwnWindowProvider>
      <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId }} preload={false} size="sm">
        {t.signIn}
      </Link>
    </main>
  );
}

function LinkedInvoice({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(decideText);
  const i = useText(invoicesText);
  const r = useText(routingText);
  const words = useWords();
  const whyId = useId();
  const decide = useDecide<Invoice>(path);
  const { document: sent, actions, filesWaiting, findings, partner } = invoice;
  const { approve, reject } = actions;
  const left = stepsLeft(invoice);
  const number = numberOf(sent);
  const title = i.invoice(number);
  const isOpen = invoice.state === 'received' || invoice.state === 'held';
  const notice = approve.notice ?? (approve.allowed ? undefined : approve);
  const why = notice && <Said words={words.notice(notice)} english={approve.notice?.message ?? approve.why ?? ''} />;
  const isSent = (decision: string) => invoice.sentToPartner.includes(`supplierinvoice.${decision}`);
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  return (
    <>
      <Stack gap={4}>
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }} tabIndex={-1}>
          {title}
        </Title>
        <Text fw={600}>{invoice.supplier.name}</Text>
        <StateBadge state={invoice.state} isSigned={invoice.signed !== null} />
        <Facts invoice={invoice} />
        <EarlierWords invoice={invoice} />
        <OpenFindings invoice={invoice} />
      </Stack>
      <SearchProvider findings={findings}>
        <Files files={invoice.files} path={path} />
      </SearchProvider>
      {isOpen && (
        <div className={styles.actions} role="group" aria-label={t.decisions}>
          {why !== undefined && (
            <Text size="sm" id={whyId}>
              {why}
            </Text>
          )}
          <DecisionButton
            kind="against"
            decide={decide}
            decision={{
              name: 'reject',
              action: reject,
              send: (reason) => change('POST', `${path}/reject`, { reason }),
              done: t.rejectedOne(number),
            }}
            label={i.reject}
            about={i.rejectAbout(partner, isSent('rejected'))}
          />
          <ConfirmStep {...{ invoice, path, decide }} />
          <DecisionButton
            isSecond={invoice.route?.confirm.allowed === true}
            decide={decide}
            decision={{
              name: 'approve',
              action: approve,
              send: (comment) =>
                change('POST', `${path}/approve`, {
                  seenFindings: findings.length,
                  ...(filesWaiting && { withUnreadFiles: true }),
                  ...(comment !== '' && { comment }),
                }),
              done: approve.step === 'first' ? t.signedOne(number) : t.approvedOne(number),
            }}
            label={approve.step === undefined ? i.approve : t.approveStep[approve.step]}
            describedBy={why && whyId}
            about={[
              ...(left === 0 ? [] : [r.stepsLeft(left)]),
              filesWaiting ? t.approveAbout.files : t.notified(partner, isSent('approved')),
            ].join(' ')}
          />
        </div>
      )}
      <ObstacleModal decide={decide} />
    </>
  );
}
