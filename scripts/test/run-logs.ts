/** The folder for the logs of the programs that one test run starts. */
export const RUN_LOGS_VARIABLE = 'VAULT_TEST_RUN_LOGS';
