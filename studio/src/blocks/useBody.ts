import { useEffect, useRef, useState } from 'react';
import { call, Refusal, toRefusal } from '../api/client';
import type { Bench, Body, Finding } from './types';

/** How long after the last change it is saved, and how long after a save that failed it is tried again, in milliseconds. */
const PAUSE = 1500;
const AGAIN = 5000;

/**
 * What is typed into a part of a site. It is saved a moment after the last change and when the page is left, one save at a time;
 * what was typed meanwhile stays. Where somebody else was first, nothing is saved any more, and `refusal` says so.
 * @param path of the part below `/studio/api`
 */
export function useBody(path: string, bench: Bench, mayEdit: boolean) {
  const [body, setBody] = useState(bench.body);
  const [findings, setFindings] = useState<Finding[]>(bench.findings);
  const [saved, setSaved] = useState(() => JSON.stringify(bench.body));
  const [savedAt, setSavedAt] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const [failures, setFailures] = useState(0);
  const revision = useRef(bench.revision);
  const saving = useRef<Promise<boolean>>(undefined);
  const typed = JSON.stringify(body);
  const latest = useRef(typed);
  latest.current = typed;
  const kept = useRef(saved);
  const overtaken = refusal?.code === 'blocks_overtaken';

  /** Shows how the part stands, and what comes after it is based on. */
  function take(now: Bench) {
    setBody(now.body);
    kept.current = JSON.stringify(now.body);
    setSaved(kept.current);
    setFindings(now.findings);
    setRefusal(undefined);
    revision.current = now.revision;
  }

  async function put(): Promise<boolean> {
    const sent = latest.current;
    try {
      const now = await call<Bench>('PUT', `${path}/draft`, {
        revision: revision.current,
        body: JSON.parse(sent) as Body,
      });
      revision.current = now.revision;
      setFindings(now.findings);
      kept.current = sent;
      setSaved(sent);
      setSavedAt(new Date().toISOString());
      setRefusal(undefined);
      return true;
    } catch (error) {
      setRefusal(toRefusal(error));
      setFailures((n) => n + 1);
      return false;
    }
  }

  function save() {
    saving.current ??= put().finally(() => (saving.current = undefined));
    return saving.current;
  }

  const unsaved = mayEdit && !overtaken && typed !== saved;
  useEffect(() => {
    if (!unsaved) return undefined;
    const timer = setTimeout(() => void save(), failures > 0 && refusal ? AGAIN : PAUSE);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, saved, unsaved, failures]);

  const leave = useRef(() => {});
  leave.current = () => {
    if (unsaved) void save();
  };
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && leave.current();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      leave.current();
    };
  }, []);

  return {
    body,
    setBody,
    findings,
    take,
    /** When it was saved last, RFC 3339; empty before the first save. */
    savedAt: unsaved ? '' : savedAt,
    refusal,
    changed: typed !== saved,
    /** Saves what is not saved yet; undefined where that failed. */
    flush: async (): Promise<object | undefined> => {
      await saving.current;
      if (!mayEdit || latest.current === kept.current) return {};
      return (await save()) ? {} : undefined;
    },
    /** Waits for a save that is under way and returns the revision that the next change has to name. */
    settled: async () => {
      await saving.current;
      return revision.current;
    },
  };
}
