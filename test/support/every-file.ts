import { failOnFaults } from './page-faults';
import { failOnBlockedProcesses } from './process';

// Here, since a module that files share is loaded once and would check the first file alone.
afterEach(failOnFaults);
afterEach(failOnBlockedProcesses);
