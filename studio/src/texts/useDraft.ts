import { useEffect, useState, useSyncExternalStore } from 'react';
import { DraftAutosave, type DraftState } from './draftAutosave';
import type { Draft, Saved } from './types';

export type AutosavedDraft = DraftState & { autosave: DraftAutosave };

/**
 * Returns the draft of one language with its autosave; warns before the page is left with unsaved changes.
 * @param path the path of the draft's calls
 */
export function useDraft(
  path: string,
  draft: Draft,
  onSaved: (saved: Saved) => void,
): AutosavedDraft {
  const [autosave] = useState(() => new DraftAutosave(path, draft));
  const state = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  useEffect(() => {
    autosave.setOnSaved(onSaved);
  });
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (autosave.unsaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', leaving);
    return () => {
      window.removeEventListener('beforeunload', leaving);
      void autosave.save();
    };
  }, [autosave]);
  return { ...state, autosave };
}
