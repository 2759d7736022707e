import { command } from '../command';
import { run } from '../run';

void run(command, process.env);
