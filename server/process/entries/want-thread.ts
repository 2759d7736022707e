import { parentPort, workerData } from 'node:worker_threads';
import { serveWants } from '../../wants/reading/want-thread';

if (parentPort) void serveWants(parentPort, workerData);
