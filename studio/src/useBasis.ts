import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from './api/client';

/** The revisions that a page itself has made, by the one before each: its forms that share an object do not conflict with each other. */
export type OwnRevisions = Map<string, string>;

/** Makes the {@link OwnRevisions} of a page. */
export const useOwnRevisions = (): OwnRevisions => useState<OwnRevisions>(() => new Map())[0];

/** Notes that the page has changed what had a revision. @returns the revision that it has now */
export function noteOwn(own: OwnRevisions, revision: string): string {
  const next = String(Number(revision) + 1);
  own.set(revision, next);
  return next;
}

export type Basis<T> = ReturnType<typeof useBasis<T & { revision: string }>>;

/**
 * Keeps what the values of a form are based on, so that saving them never overwrites what somebody else has saved meanwhile: it stays
 * when the page's loaders run again, and moves on when the page saves, or when the editor has resolved a conflict.
 * @param now what the loader has read last
 * @param own the revisions of the page, where several forms change one object
 */
export function useBasis<T extends { revision: string }>(now: T, own?: OwnRevisions) {
  const { revalidate } = useRevalidator();
  const alone = useOwnRevisions();
  const made = own ?? alone;
  const [taken, setTaken] = useState({ values: now, edition: 0 });
  const [conflict, setConflict] = useState<{ mine: string; open: boolean }>();
  const revision = useRef(now.revision);

  /** Sends values with the revision that they are based on. @param mine the values in words, for a conflict */
  async function save(mine: string, send: (revision: string) => Promise<unknown>) {
    let from = revision.current;
    while (made.has(from)) from = made.get(from)!;
    try {
      await send(from);
    } catch (error) {
      if (error instanceof ApiError && error.code.endsWith('_overtaken')) {
        await revalidate();
        setConflict({ mine, open: true });
      }
      throw error;
    }
    revision.current = noteOwn(made, from);
    setConflict(undefined);
  }

  return {
    /** What the form begins with. */
    values: taken.values,
    /** The key of the form: it changes when the form begins anew. */
    edition: taken.edition,
    now,
    /** What was typed when somebody else had been first; `open` until the editor has chosen. */
    conflict,
    save,
    /** Lets the next save replace what there is now. */
    keepMine: () => {
      revision.current = now.revision;
    },
    /** Begins the form anew with what there is now. */
    takeTheirs: () => {
      revision.current = now.revision;
      setTaken({ values: now, edition: taken.edition + 1 });
      setConflict((before) => before && { ...before, open: false });
    },
  };
}
