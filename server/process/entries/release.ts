import { release } from '../release';
import { run } from '../run';

void run(release, process.env);
