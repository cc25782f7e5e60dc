import { useEffect, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type DraftState } from './draftKeeper';
import type { Draft, Saved } from './types';

export type Keeping = DraftState & { keeper: DraftKeeper };

/**
 * What is written in one language, while it is written.
 * @param path the path of the draft's calls
 */
export function useDraft(path: string, draft: Draft, onSaved: (saved: Saved) => void): Keeping {
  const [keeper] = useState(() => new DraftKeeper(path, draft));
  const state = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  useEffect(() => {
    keeper.tell(onSaved);
  });
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (keeper.unsaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', leaving);
    return () => {
      window.removeEventListener('beforeunload', leaving);
      void keeper.send();
    };
  }, [keeper]);
  return { ...state, keeper };
}
