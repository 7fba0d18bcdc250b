import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address, Answer } from '../../api/addresses.ts';
import { ApiFailure, read } from '../../api.ts';
import { useInterval } from '../../live/live.tsx';
import { NotFound } from '../../layout/failures.tsx';
import { Failure } from '../page/failure.tsx';
import { PageSkeleton } from '../page/skeletons.tsx';

interface Props<A extends Address> {
  path: A;
  children: (record: Answer<A>) => ReactNode;
  /** False for a form, which must not change while somebody fills it in. */
  refresh?: boolean;
  loading?: ReactNode;
}

export function RecordOf<A extends Address>({ path, children, refresh = true, loading = <PageSkeleton /> }: Props<A>) {
  const interval = useInterval(path);
  const { data, error, refetch } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    refetchInterval: refresh && interval,
  });
  if (data !== undefined) return <>{children(data)}</>;
  if (error instanceof ApiFailure && error.status === 404) return <NotFound />;
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return <>{loading}</>;
}
