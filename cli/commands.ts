/** Every command, in the order in which the help lists them. */
import { login, logout, register, verify } from './account.ts';
import { automations } from './automations.ts';
import { add, edit, list, remove, show, upload } from './entries.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { kit, open, respond } from './inheritance.ts';
import type { Command } from './invocation.ts';
import { forgot, password, recoveryCode, reset } from './password.ts';
import { assign, pin, rotate, seal } from './sealing.ts';
import { checkIn, status } from './status.ts';
import { successors } from './successors.ts';
import { trash } from './trash.ts';
import { ways } from './ways.ts';

export const GROUPS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  'Your account': {
    register,
    verify,
    login,
    logout,
    status,
    'check-in': checkIn,
    ways,
    automations,
    password,
    'recovery-code': recoveryCode,
    forgot,
    reset,
  },
  'Your vault': {
    list,
    show,
    add,
    edit,
    upload,
    remove,
    trash,
    export: exportCommand,
    import: importCommand,
  },
  'Your successors': { successors, pin, assign, seal, rotate },
  'For a successor, who needs no account': { kit, respond, open },
};

export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.values(GROUPS).flatMap((group) => Object.entries(group)),
);
