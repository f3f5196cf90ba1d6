/** The types of the API's requests and responses, by their names in its document. */
import type { components } from '../../docs/openapi.d.ts';

export type Schemas = components['schemas'];
export type ActivityRecord = Schemas['ActivityRecord'];
export type ActivityType = Schemas['ActivityType'];
export type SwitchStatus = Schemas['Settings']['status'];
