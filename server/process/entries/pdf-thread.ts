import { parentPort, workerData } from 'node:worker_threads';
import { servePdf } from '../../documents/pdf/render-thread';

if (parentPort) servePdf(parentPort, String(workerData));
