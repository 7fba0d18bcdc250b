import type { Config } from '../../config.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

/** The store that the configuration names. */
export const openFileStore = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<FileStore> => openDiskStore(dataDir);
