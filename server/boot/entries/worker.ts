import { createLogger } from '../../log';
import { run } from '../run';
import { runWorker } from '../run-worker';

void run(runWorker, process.env, createLogger('worker'));
