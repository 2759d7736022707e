import { createLogger } from '../../log';
import { run } from '../run';
import { runWeb } from '../run-web';

void run(runWeb, process.env, createLogger('web'));
