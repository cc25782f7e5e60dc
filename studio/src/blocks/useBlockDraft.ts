import { useEffect, useRef, useState } from 'react';
import { call, ApiError, toApiError } from '../api/client';
import type { BlockDetail, Body, Finding } from './types';

/** How long after the last change the draft is saved, and how long after a failed save it is tried again. */
const SAVE_DELAY_MS = 1500;
const RETRY_DELAY_MS = 5000;

/**
 * Holds the edited content of a block and saves it as a draft: shortly after the last change and when the page is left, one save at a
 * time. Changes made during a save are kept. After an edit conflict (`blocks_overtaken`) nothing is saved until the member has chosen.
 * @param path of the part below `/studio/api`
 */
export function useBlockDraft(path: string, block: BlockDetail, mayEdit: boolean) {
  const [body, setBody] = useState(block.body);
  const [findings, setFindings] = useState<Finding[]>(block.findings);
  const [saved, setSaved] = useState(() => JSON.stringify(block.body));
  const [savedAt, setSavedAt] = useState('');
  const [error, setError] = useState<ApiError>();
  const [failures, setFailures] = useState(0);
  const revision = useRef(block.revision);
  const saving = useRef<Promise<ApiError | undefined>>(undefined);
  const typed = JSON.stringify(body);
  const latest = useRef(typed);
  latest.current = typed;
  const savedJson = useRef(saved);
  // What was sent without an answer. The server may have saved it: it is sent again before anything that was typed since.
  const unanswered = useRef<string>(undefined);
  const [conflict, setConflict] = useState<{ mine: Body; theirs: BlockDetail; open: boolean }>();

  /** Takes the server's state; the next save is based on its revision. What was typed since `shown` stays. */
  function reset(now: BlockDetail, shown: string) {
    if (latest.current === shown) setBody(now.body);
    savedJson.current = JSON.stringify(now.body);
    setSaved(savedJson.current);
    setFindings(now.findings);
    setError(undefined);
    revision.current = now.revision;
    unanswered.current = undefined;
  }

  async function noteConflict(failure: unknown) {
    if (!(failure instanceof ApiError) || failure.code !== 'blocks_overtaken') return;
    const theirs = await call<BlockDetail>('GET', path);
    unanswered.current = undefined;
    setConflict({ mine: JSON.parse(latest.current) as Body, theirs, open: true });
  }

  async function put(): Promise<ApiError | undefined> {
    const sent = unanswered.current ?? latest.current;
    try {
      const now = await call<BlockDetail>('PUT', `${path}/draft`, {
        revision: revision.current,
        body: JSON.parse(sent) as Body,
      });
      const again = unanswered.current !== undefined && latest.current !== sent;
      unanswered.current = undefined;
      revision.current = now.revision;
      setFindings(now.findings);
      savedJson.current = sent;
      setSaved(sent);
      setSavedAt(new Date().toISOString());
      setError(undefined);
      return again ? await put() : undefined;
    } catch (failure) {
      const problem = toApiError(failure);
      if (problem.status === 0 || problem.status >= 500) unanswered.current = sent;
      setError(problem);
      setFailures((n) => n + 1);
      await noteConflict(failure).catch(() => undefined);
      return problem;
    }
  }

  function save() {
    saving.current ??= put().finally(() => (saving.current = undefined));
    return saving.current;
  }

  async function saveAll(): Promise<ApiError | undefined> {
    await saving.current;
    if (!mayEdit || (latest.current === savedJson.current && !unanswered.current)) return undefined;
    return save();
  }

  const stopped = error?.code === 'blocks_overtaken' || conflict?.open;
  const unsaved = mayEdit && !stopped && (typed !== saved || unanswered.current !== undefined);
  useEffect(() => {
    if (!unsaved) return undefined;
    const timer = setTimeout(
      () => void save(),
      failures > 0 && error ? RETRY_DELAY_MS : SAVE_DELAY_MS,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, saved, unsaved, failures]);

  const saveOnLeave = useRef(() => {});
  saveOnLeave.current = () => {
    if (unsaved) void save();
  };
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && saveOnLeave.current();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      saveOnLeave.current();
    };
  }, []);

  return {
    body,
    setBody,
    findings,
    /** When it was saved last, RFC 3339; empty before the first save. */
    savedAt: unsaved ? '' : savedAt,
    error,
    /** After an edit conflict: what was typed and what is there now; `open` until the member has chosen. */
    conflict,
    keepMine: () => {
      revision.current = conflict!.theirs.revision;
      setConflict(undefined);
      setError(undefined);
    },
    takeTheirs: () => {
      reset(conflict!.theirs, latest.current);
      setConflict({ ...conflict!, open: false });
    },
    /** Saves unsaved changes; undefined when that failed. */
    flush: async (): Promise<object | undefined> => ((await saveAll()) ? undefined : {}),
    /** Saves unsaved changes. @throws ApiError */
    saveNow: async () => {
      const failure = await saveAll();
      if (failure) throw failure;
    },
    /** Sends what answers with the state of the block, which is shown then. */
    act: async (send: (revision: string) => Promise<BlockDetail>) => {
      await saving.current;
      const shown = latest.current;
      try {
        reset(await send(revision.current), shown);
        setConflict(undefined);
      } catch (failure) {
        await noteConflict(failure);
        throw failure;
      }
    },
  };
}
