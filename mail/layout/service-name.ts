/** The name of the service, as mails have it in their header and their words. */
export const SERVICE_NAME = 'Vault Handover';
