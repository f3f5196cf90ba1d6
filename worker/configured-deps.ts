/** The dependencies of activities that follow from the configuration alone. */
import { activitySecretsOf, addressRulesOf, type Config, pushKeysOf, rulesOf } from '../config.ts';
import { signersOf } from '../db/signers.ts';
import { createGuard } from '../guard/post.ts';

export const configuredDeps = (config: Config) => ({
  rules: rulesOf(config),
  ...signersOf(activitySecretsOf(config)),
  pushKeys: pushKeysOf(config),
  guard: createGuard(addressRulesOf(config)),
  operators: config.ADMIN_EMAILS,
  frontendUrl: config.FRONTEND_URL,
});
