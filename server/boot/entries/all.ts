import { all } from '../../all';
import { run } from '../run';

void run(all, process.env);
