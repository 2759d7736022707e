import { array, boolean, mixed, number, object, string, ValidationError } from 'yup';
import { provide } from './lazy-schemas';

// Whoever asks a schema imports this module: it brings what the schemas are built with.
provide({ array, boolean, mixed, number, object, string });

export { ValidationError };
