import { array, boolean, mixed, number, object, string, ValidationError } from 'yup';
import { provide } from './lazy-schemas';

// Import schemas from here: this module provides lazy-schemas with yup.
provide({ array, boolean, mixed, number, object, string });

export { ValidationError };
