/** What scenes use of the database layer; `bundled.mjs` makes a module of it. */
export { MIGRATIONS, migrate } from '../../db/migrate';
export { schemaFile } from '../../db/schema-file';
