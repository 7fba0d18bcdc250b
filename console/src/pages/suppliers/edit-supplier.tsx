import { useQuery } from '@tanstack/react-query';
import type { SupplierPath } from '../../api/types.ts';
import { readTagged } from '../../api.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { EditForm } from './edit-form.tsx';

interface Props {
  path: SupplierPath;
  opened: boolean;
  onClose: () => void;
}

export function EditSupplier({ path, opened, onClose }: Props) {
  const t = useText(suppliersText);
  return (
    <FormModal opened={opened} onClose={onClose} title={t.editTitle} size="lg">
      <Editing path={path} onClose={onClose} />
    </FormModal>
  );
}

/** What is edited is read when the editing begins, and stays as it was read until it is saved. */
function Editing({ path, onClose }: Omit<Props, 'opened'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', path],
    queryFn: ({ signal }) => readTagged(path, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) return <EditForm read={data} path={path} onClose={onClose} />;
  return error === null ? <RowsSkeleton rows={4} /> : <Failure error={error} retry={() => void refetch()} />;
}
