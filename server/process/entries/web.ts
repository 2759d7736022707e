import { createLogger } from '../../logging/logger';
import { run } from '../run';
import { runWeb } from '../run-web';

void run(runWeb, process.env, createLogger('web'));
