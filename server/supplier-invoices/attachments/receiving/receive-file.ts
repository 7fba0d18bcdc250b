import { short } from '../../../../common/errors/words.ts';
import { problemAt, type Problem } from '../../../../common/errors/catalogue.ts';
import { invalidBody } from '../../../errors/errors.ts';
import type { Scanner } from '../../../ground/files/clamd/scanner.ts';
import type { FileReceiver, IncomingFile } from '../../../ground/files/store.ts';
import { createInspector, type FileInspection } from '../inspect.ts';
import { kindOf } from '../attachment-rules.ts';

export interface ReceivedFile {
  incoming: IncomingFile;
  inspection: FileInspection;
  /** Its name, if the virus scanner found one. */
  threat: string | undefined;
}

/** The bytes go to both at once. */
export interface FileDestinations {
  files: FileReceiver;
  scanner: Scanner | undefined;
}

export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  { files, scanner }: FileDestinations,
  limit: number,
): Promise<ReceivedFile> {
  const look = createInspector();
  const scan = scanner?.begin();
  const incoming = await files.receive(look.over(scan?.over(source) ?? source), limit);
  try {
    const threat = incoming.tooLarge ? undefined : await scan?.threat();
    return { incoming, inspection: look.finish(), threat };
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}

/** A file with what its sender says about it, and the problems found so far. */
export interface NamedFile extends ReceivedFile {
  fileName: string;
  contentType: string | undefined;
  problems: Problem[];
}

/** Throws all problems at once; otherwise returns the file's media type. */
export async function checkFile(
  { incoming, inspection, threat, fileName, contentType, problems }: NamedFile,
  limit: number,
): Promise<string> {
  const kind =
    incoming.size === 0 || incoming.tooLarge ? undefined : await kindOf(inspection, { fileName, contentType });
  if (incoming.tooLarge) problems.push(problemAt('', 'file.large', { bytes: limit }));
  else if (incoming.size === 0 && problems.length === 0) problems.push(problemAt('', 'file.empty'));
  if (threat !== undefined) problems.push(problemAt('', 'file.infected', { threat: short(threat) }));
  if (kind !== undefined && 'problem' in kind) problems.push(kind.problem);
  if (problems.length > 0 || kind === undefined || 'problem' in kind) throw invalidBody(problems);
  return kind.contentType;
}
