import { useParams } from '@tanstack/react-router';
import type { AuditRow } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { RecordLink } from '../../shared/record/record-link.tsx';
import { named, useText } from '../../text.ts';
import { auditText } from './text.ts';

/** For example F-20871 · Nordbygg Material · 1 568,75 SEK. */
export function Subject({ row: { subjectType, subjectId, subject } }: { row: AuditRow }) {
  const t = useText(auditText);
  const format = useFormat();
  const { companyId } = useParams({ from: '/inside/companies/$companyId' });
  const parts = subject && [
    subject.title,
    subject.name,
    subject.amount === null ? null : format.amount(subject.amount, subject.currency),
  ];
  const title = parts?.filter((part) => part !== null).join(' · ');
  return (
    <RecordLink type={subjectType} id={subjectId} companyId={companyId} title={title}>
      {named(t.subjects, subjectType)}
    </RecordLink>
  );
}
