import { cancelStatement, newScope, type RequestScopes } from '../../db/request-scope';
import { signedAccounts } from '../accounts/sessions/signed-account';
import { clientAddress } from '../admission/address';
import { type AdmissionControl, LoadShedder, openAdmission } from '../admission/admission';
import type { ClassifiedRoute } from '../admission/classes';
import { monotonicClock } from '../admission/clock';
import { createShedLog } from '../admission/shed-log';
import type { LoadClass } from '../contract/load-class';
import type { Services } from '../services';

const inScopeOf = (scopes: RequestScopes) => (load: LoadClass, act: () => void) => {
  const scope = newScope(load);
  scopes.run(scope, act);
  return () => scope.connections.forEach(cancelStatement);
};

export function createAdmission(services: Services, routes: readonly ClassifiedRoute[]): AdmissionControl {
  const { config, log, metrics } = services;
  const inScope = inScopeOf(services.requestScopes);
  if (!config.operations.loadShedding) return openAdmission(inScope);
  const { accountOf, learn } = signedAccounts(services);
  const logShed = createShedLog(log, monotonicClock);
  return new LoadShedder({
    routes,
    accountOf,
    addressOf: (req) => clientAddress(req, config.trustProxy),
    isFair: config.rateLimits,
    inScope,
    onAnswered: learn,
    onShed(load, reason) {
      metrics.httpShed.inc({ class: load, reason });
      logShed(load, reason);
    },
  });
}
