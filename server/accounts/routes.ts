import type { RouteDependencies, Routes } from '../http/route';
import applications from './applications/routes';
import company from './company/routes';
import keys from './keys/routes';
import passwords from './passwords/routes';
import people from './person-routes';
import security from './security/routes';
import sessions from './sessions/routes';

export default (dependencies: RouteDependencies): Routes => [
  ...sessions(dependencies),
  ...passwords(dependencies),
  ...security(dependencies),
  ...applications(dependencies),
  ...people(),
  ...company(dependencies),
  ...keys(dependencies),
];
