import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { openOf, type Finding } from '../../findings/places.ts';
import { proofOf, type Proof } from './proof.ts';

interface ProofsContext {
  proofs: readonly Proof[];
  /** The proof that the operator asked for. Its file stays selected until another file is. */
  asked: Proof | undefined;
  ask(proof: Proof | undefined): void;
}

const Context = createContext<ProofsContext>({ proofs: [], asked: undefined, ask: () => undefined });

export function ProofsProvider({ findings, children }: { findings: readonly Finding[]; children: ReactNode }) {
  const [asked, setAsked] = useState<Proof>();
  const proofs = useMemo(() => openOf(findings).flatMap((finding) => proofOf(finding) ?? []), [findings]);
  // A copy, so that asking again leads there again.
  const ask = useCallback((proof: Proof | undefined) => setAsked(proof && { ...proof }), []);
  const value = useMemo(() => ({ proofs, asked, ask }), [proofs, asked, ask]);
  return <Context value={value}>{children}</Context>;
}

export const useProofs = (): ProofsContext => use(Context);

const FileContext = createContext('');

/** Gives the sheets below the id of their file. */
export const FileProofs = FileContext.Provider;

export function useProofsOfPage(page: number): readonly Proof[] {
  const file = use(FileContext);
  const { proofs } = useProofs();
  return useMemo(() => proofs.filter((proof) => proof.file === file && proof.page === page), [proofs, file, page]);
}
