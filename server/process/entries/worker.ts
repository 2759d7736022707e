import { createLogger } from '../../logging/logger';
import { run } from '../run';
import { runWorker } from '../run-worker';

void run(runWorker, process.env, createLogger('worker'));
