/** The folder in which the tests of one run keep what the programs under test logged. */
export const RUN_LOGS_VARIABLE = 'VAULT_TEST_RUN_LOGS';
