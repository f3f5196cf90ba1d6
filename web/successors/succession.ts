/** What the web app knows about successors, from the service and from the owner's own record. */

import { useQuery } from '@tanstack/react-query';
import type { Succession, SuccessorState } from '../../client/succession.ts';
import { $api, refresh } from '../api/queries.ts';
import type { Schemas } from '../api/schemas.ts';
import { keys } from '../keys/keys.ts';
import { useSession } from '../session/session.ts';

export type Successor = Schemas['Successor'];

export interface ListedPerson {
  successor: Successor;
  /** Null while the vault is locked, and if the owner's own record couldn't be read. */
  state: SuccessorState | null;
}

/** A person for whom the owner's own record was read. */
export interface ReadPerson extends ListedPerson {
  state: SuccessorState;
}

export interface People {
  people: ListedPerson[] | undefined;
  /** Null while the vault is locked, and if the owner's own record couldn't be read. */
  succession: Succession | null;
  error: unknown;
  readAgain(): void;
}

export function usePeople(): People {
  const session = useSession();
  const isOpen = session.state === 'in' && session.keys === 'open';
  const listed = $api.useQuery('get', '/successors');
  const record = useQuery({
    queryKey: ['keys', '/successors/succession'],
    queryFn: () => keys.readSuccession(),
    enabled: isOpen,
    staleTime: 10_000,
  });
  const succession = isOpen ? (record.data ?? null) : null;
  const isWaiting = isOpen && record.isPending;
  return {
    people: isWaiting
      ? undefined
      : listed.data?.successors.map((successor) => ({
          successor,
          state: succession?.people.find(({ id }) => id === successor.id) ?? null,
        })),
    succession,
    error: listed.error ?? record.error,
    readAgain: () => void refreshPeople(),
  };
}

/** Refetches everything that depends on the successors. */
export const refreshPeople = (): Promise<unknown> => refresh('/successors', '/inactivity');
