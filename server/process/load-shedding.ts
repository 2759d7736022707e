import { signedAccounts } from '../accounts/sessions/signed-account';
import { type AdmissionControl, LoadShedder, openAdmission } from '../admission/admission';
import type { ClassifiedRoute } from '../admission/classes';
import { monotonicClock } from '../admission/clock';
import { createShedLog } from '../admission/shed-log';
import type { Services } from '../services';

export function createAdmission(services: Services, routes: readonly ClassifiedRoute[]): AdmissionControl {
  const { config, log, metrics } = services;
  if (!config.operations.loadShedding) return openAdmission();
  const { accountOf, learn } = signedAccounts(services);
  const logShed = createShedLog(log, monotonicClock);
  return new LoadShedder({
    routes,
    accountOf,
    onAnswered: learn,
    onShed(load, reason) {
      metrics.httpShed.inc({ class: load, reason });
      logShed(load, reason);
    },
  });
}
