import { startTransition, useEffect, useRef, useState } from 'react';
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

/** Writes values in words, a line for each field. */
type InWords<T> = (of: T) => string;

export type Basis<T> = ReturnType<typeof useBasis<T & { revision: string }>>;

/**
 * Keeps what the values of a form are based on, so that saving them never overwrites what somebody else has saved meanwhile: it stays
 * when the page's loaders run again, and moves on when the page saves, or when the editor has resolved a conflict.
 * @param now what the loader has read last
 * @param own the revisions of the page, where several forms change one object
 * @param reread reads `now` again where that is not what the page's loaders do
 */
export function useBasis<T extends { revision: string }>(
  now: T,
  own?: OwnRevisions,
  reread?: () => Promise<unknown>,
) {
  const { revalidate } = useRevalidator();
  const alone = useOwnRevisions();
  const made = own ?? alone;
  const [taken, setTaken] = useState({ values: now, edition: 0 });
  const [conflict, setConflict] = useState<{ mine: string; saved: InWords<T>; open: boolean }>();
  const revision = useRef(now.revision);
  // What was sent without an answer. The server may have saved it.
  const unanswered = useRef<string>(undefined);
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const [rendered, setRendered] = useState<() => void>();
  useEffect(() => rendered?.(), [rendered]);
  // Until the form is gone, as when what it changes cannot be changed any more.
  const mounted = useRef(false);
  const unmount = useRef<() => void>(undefined);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      unmount.current?.();
    };
  }, []);

  /** Reads the page again. @returns what is saved now; undefined when the form is gone then */
  async function readAgain(): Promise<T | undefined> {
    await (reread ?? revalidate)();
    await new Promise<void>((resolve) => {
      unmount.current = resolve;
      if (mounted.current) startTransition(() => setRendered(() => resolve));
      else resolve();
    });
    return mounted.current ? latest.current : undefined;
  }

  /**
   * Sends values with the revision that they are based on. What is saved already, by a request whose answer was lost, is no conflict.
   * @param mine the values in words
   * @param saved writes what the loader has read in the same words
   */
  async function save(
    mine: string,
    saved: InWords<T>,
    send: (revision: string) => Promise<unknown>,
  ): Promise<void> {
    let from = revision.current;
    while (made.has(from)) from = made.get(from)!;
    try {
      await send(from);
      revision.current = noteOwn(made, from);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0 || error.status >= 500) unanswered.current = mine;
      if (!error.code.endsWith('_overtaken')) throw error;
      const read = await readAgain();
      // Without the form there is no conflict to resolve: the server says what has become of it.
      if (!read) return void (await send(from));
      const theirs = saved(read);
      if (theirs !== mine && theirs !== unanswered.current) {
        setConflict({ mine, saved, open: true });
        throw error;
      }
      revision.current = read.revision;
      if (theirs !== mine) {
        unanswered.current = undefined;
        return save(mine, saved, send);
      }
    }
    unanswered.current = undefined;
    setConflict(undefined);
  }

  return {
    /** What the form begins with. */
    values: taken.values,
    /** The key of the form: it changes when the form begins anew. */
    edition: taken.edition,
    now,
    /** What was typed when somebody else had been first, and what is saved now, in words; `open` until the editor has chosen. */
    conflict: conflict && {
      mine: conflict.mine,
      theirs: conflict.saved(now),
      open: conflict.open,
    },
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
