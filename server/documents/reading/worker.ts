import { parentPort, type MessagePort } from 'node:worker_threads';
import { loadLibrary, readPdf } from './pdf.ts';

const port = parentPort as MessagePort;
const library = await loadLibrary();
port.on('message', async (bytes: Uint8Array) => port.postMessage(await readPdf(library, bytes)));
port.postMessage('ready');
