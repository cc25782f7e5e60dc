import { useEffect, useRef, useState } from 'react';
import { call, ApiError, toApiError } from '../api/client';
import type { BlockDetail, Body, Finding } from './types';

/** How long after the last change the draft is saved, and how long after a failed save it is tried again. */
const SAVE_DELAY_MS = 1500;
const RETRY_DELAY_MS = 5000;

/**
 * Holds the edited content of a block and saves it as a draft: shortly after the last change and when the page is left, one save at a
 * time. Changes made during a save are kept. After an edit conflict (`blocks_overtaken`) nothing is saved any more, and `error` is
 * the conflict.
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
  const saving = useRef<Promise<boolean>>(undefined);
  const typed = JSON.stringify(body);
  const latest = useRef(typed);
  latest.current = typed;
  const savedJson = useRef(saved);
  const conflict = error?.code === 'blocks_overtaken';

  /** Replaces the content with the server's state; the next save is based on its revision. */
  function reset(now: BlockDetail) {
    setBody(now.body);
    savedJson.current = JSON.stringify(now.body);
    setSaved(savedJson.current);
    setFindings(now.findings);
    setError(undefined);
    revision.current = now.revision;
  }

  async function put(): Promise<boolean> {
    const sent = latest.current;
    try {
      const now = await call<BlockDetail>('PUT', `${path}/draft`, {
        revision: revision.current,
        body: JSON.parse(sent) as Body,
      });
      revision.current = now.revision;
      setFindings(now.findings);
      savedJson.current = sent;
      setSaved(sent);
      setSavedAt(new Date().toISOString());
      setError(undefined);
      return true;
    } catch (failure) {
      setError(toApiError(failure));
      setFailures((n) => n + 1);
      return false;
    }
  }

  function save() {
    saving.current ??= put().finally(() => (saving.current = undefined));
    return saving.current;
  }

  const unsaved = mayEdit && !conflict && typed !== saved;
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
    reset,
    /** When it was saved last, RFC 3339; empty before the first save. */
    savedAt: unsaved ? '' : savedAt,
    error,
    changed: typed !== saved,
    /** Saves unsaved changes; undefined when that failed. */
    flush: async (): Promise<object | undefined> => {
      await saving.current;
      if (!mayEdit || latest.current === savedJson.current) return {};
      return (await save()) ? {} : undefined;
    },
    /** Waits for a running save and returns the revision for the next call. */
    revisionAfterSave: async () => {
      await saving.current;
      return revision.current;
    },
  };
}
