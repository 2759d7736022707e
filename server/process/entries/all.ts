import { createLogger } from '../../logging/logger';
import { all } from '../all';
import { run } from '../run';

void run(all, process.env, createLogger('all', { terminal: process.stdout.isTTY }));
