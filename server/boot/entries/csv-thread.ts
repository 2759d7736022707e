import { parentPort, workerData } from 'node:worker_threads';
import { serveCsv } from '../../imports/csv-thread';

if (parentPort) void serveCsv(parentPort, workerData);
