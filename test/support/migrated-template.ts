/** The database that every test's own is a copy of; nobody stays connected to it. */
export const MIGRATED_TEMPLATE = 'migrated_template';
