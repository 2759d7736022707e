import type { Config } from '../../server/config/config';
import { type AppOptions, type RunningApp, startApp } from './app';

export function useTestApp(config: Partial<Config> = {}, options: AppOptions = {}): RunningApp {
  const app: { -readonly [Part in keyof RunningApp]?: RunningApp[Part] } = {};
  beforeAll(async () => {
    Object.assign(app, await startApp(config, options));
  });
  afterAll(() => app.stop?.());
  return app as RunningApp;
}
