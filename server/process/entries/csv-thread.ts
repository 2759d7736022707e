import { parentPort, workerData } from 'node:worker_threads';
import { serveCsv } from '../../imports/parsing/csv-thread';

if (parentPort) void serveCsv(parentPort, workerData);
