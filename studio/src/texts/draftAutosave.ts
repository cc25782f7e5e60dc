import { call, toApiError, type ApiError } from '../api/client';
import type { Draft, Saved } from './types';

/** How long after the first unsaved change the draft is saved: continuous typing is saved every 500 ms. */
const SAVE_DELAY_MS = 500;
/** How long after a failed save it is tried again. */
const RETRY_DELAY_MS = 3000;

export type SaveStatus = 'saved' | 'saving' | 'typed' | 'unsent' | 'overtaken';

export type DraftState = {
  source: string;
  status: SaveStatus;
  /** The draft that somebody else saved first (`overtaken`). */
  theirs?: Draft;
  error?: ApiError;
  /** Changes whenever the source was replaced and not typed; the editor is then remounted. */
  edition: number;
};

type Unsaved = { source: string; revision: string; version: string; unanswered?: string };

/**
 * Saves the draft of one language while it is typed. Unsaved changes are also stored in the browser, and are sent when the text is
 * opened again. After an edit conflict (`overtaken`) nothing is sent until the member chooses a version with {@link rebase}.
 */
export class DraftAutosave {
  private state: DraftState;
  private saved: string;
  private revisionSeen: string;
  private versionSeen: string;
  // What was sent without an answer. The server may have saved it: it is sent again before anything that was typed since.
  private unanswered: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<boolean> | undefined;
  private readonly listeners = new Set<() => void>();
  private onSaved: (saved: Saved) => void = () => undefined;

  /** @param path the path of the draft's calls */
  constructor(
    private readonly path: string,
    draft: Draft,
  ) {
    this.state = { source: draft.source, status: 'saved', edition: 0 };
    this.saved = draft.source;
    this.revisionSeen = draft.revision;
    this.versionSeen = draft.newest;
    this.recover();
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Sets the callback for the answer to every save. */
  setOnSaved = (onSaved: (saved: Saved) => void) => {
    this.onSaved = onSaved;
  };

  snapshot = () => this.state;

  /** The revision that the next save is based on. */
  get revision(): string {
    return this.revisionSeen;
  }

  /** Reports whether there are changes that the server does not have. */
  get unsaved(): boolean {
    return this.state.source !== this.saved;
  }

  /** Stores a typed change and schedules its save. */
  change = (source: string) => {
    if (source === this.state.source) return;
    this.keep(source);
    const stopped = this.state.status === 'overtaken';
    this.set({ source, ...(!stopped && { status: 'typed' }) });
    if (!stopped) this.scheduleSave(SAVE_DELAY_MS);
  };

  /** Replaces the whole source; the editor is remounted with it. */
  replace = (source: string) => {
    this.change(source);
    this.set({ edition: this.state.edition + 1 });
  };

  /** Continues from the server's draft, with its source or with the member's own. */
  rebase = (from: Draft, source = from.source) => {
    this.saved = from.source;
    this.revisionSeen = from.revision;
    this.versionSeen = from.newest;
    this.unanswered = undefined;
    localStorage.removeItem(this.key);
    const { edition } = this.state;
    this.state = { source, status: 'saved', edition: edition + 1 };
    this.set({});
    void this.save();
  };

  /** Saves unsaved changes now, and reports whether the server has everything. */
  save = async (): Promise<boolean> => {
    this.stop();
    if (this.saving) {
      await this.saving;
      return this.save();
    }
    if (this.state.status === 'overtaken') return false;
    if (!this.unsaved) return true;
    const again = this.unanswered;
    this.saving = this.putDraft(again ?? this.state.source);
    const went = await this.saving;
    this.saving = undefined;
    if (went && this.unsaved) {
      if (again !== undefined) return this.save();
      this.scheduleSave(SAVE_DELAY_MS);
    }
    return went;
  };

  /** Cancels the scheduled save. */
  stop = () => {
    clearTimeout(this.timer);
    this.timer = undefined;
  };

  private get key() {
    return `studio.unsaved:${this.path}`;
  }

  private set(next: Partial<DraftState>) {
    this.state = { ...this.state, ...next };
    for (const listener of this.listeners) listener();
  }

  private keep(source: string) {
    const { revisionSeen: revision, versionSeen: version, unanswered } = this;
    const kept: Unsaved = { source, revision, version, unanswered };
    localStorage.setItem(this.key, JSON.stringify(kept));
  }

  private scheduleSave(pause: number) {
    this.timer ??= setTimeout(() => void this.save(), pause);
  }

  private async putDraft(source: string): Promise<boolean> {
    this.set({ status: 'saving' });
    try {
      const answer = await call<Saved>('PUT', this.path, {
        source,
        revision: this.revisionSeen,
        version: this.versionSeen,
      });
      this.saved = source;
      this.revisionSeen = answer.draft.revision;
      this.versionSeen = answer.draft.newest;
      this.unanswered = undefined;
      if (!this.unsaved) localStorage.removeItem(this.key);
      this.set({ status: this.unsaved ? 'typed' : 'saved', error: undefined });
      this.onSaved(answer);
      return true;
    } catch (failure) {
      const error = toApiError(failure);
      if (error.code === 'texts_overtaken') {
        this.set({ status: 'overtaken', error, theirs: (error.data as { now: Draft }).now });
      } else {
        const lost = error.status === 0 || error.status >= 500;
        this.unanswered = lost ? source : undefined;
        this.keep(this.state.source);
        this.set({ status: 'unsent', error });
        if (lost) this.scheduleSave(RETRY_DELAY_MS);
      }
      return false;
    }
  }

  // Sends what a crash left unsaved, with the revision it was based on: the server saves it, or sets it aside for its author.
  private recover() {
    const left = localStorage.getItem(this.key);
    if (!left) return;
    const { source, revision, version, unanswered } = JSON.parse(left) as Unsaved;
    if (source === this.saved) return localStorage.removeItem(this.key);
    if (unanswered !== this.saved) {
      this.revisionSeen = revision;
      this.versionSeen = version;
    }
    this.state = { source, status: 'typed', edition: 0 };
    this.scheduleSave(0);
  }
}
