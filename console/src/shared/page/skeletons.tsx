import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';

export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Loading />
      <Skeleton height={34} width={240} />
      <Skeleton height={160} />
      <Skeleton height={260} />
    </Stack>
  );
}

export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Stack gap="sm" p="md">
      <Loading />
      {Array.from({ length: rows }, (_, n) => (
        <Skeleton key={n} height={28} />
      ))}
    </Stack>
  );
}

function Loading() {
  const t = useText(common);
  return <VisuallyHidden role="status">{t.loading}</VisuallyHidden>;
}
