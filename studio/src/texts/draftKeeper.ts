import { call, toRefusal, type Refusal } from '../api/client';
import type { Draft, Saved } from './types';

/** How long after the first unsaved key the words are saved: at most every 500 ms, also while somebody types on. */
const PAUSE = 500;
/** How long after a save that did not arrive it is tried again. */
const AGAIN = 3000;

export type Status = 'saved' | 'saving' | 'typed' | 'unsent' | 'overtaken';

export type DraftState = {
  source: string;
  status: Status;
  /** What somebody else has saved, where that was first. */
  theirs?: Draft;
  refusal?: Refusal;
  /** Another number says that the words were not typed here: the editor begins anew. */
  edition: number;
};

type Unsaved = { source: string; revision: string; version: string };

/**
 * What is written in one language, saved while it is typed. What was not saved yet is kept in the browser, too, and is sent when
 * the text is opened again. Once somebody else has saved (`overtaken`), nothing is sent until one has chosen.
 */
export class DraftKeeper {
  private state: DraftState;
  private saved: string;
  private revisionSeen: string;
  private versionSeen: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<boolean> | undefined;
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

  /** Has every answer told. */
  tell = (onSaved: (saved: Saved) => void) => {
    this.onSaved = onSaved;
  };

  snapshot = () => this.state;

  /** The revision that is based on. */
  get revision(): string {
    return this.revisionSeen;
  }

  /** Whether there are words that the server does not have. */
  get unsaved(): boolean {
    return this.state.source !== this.saved;
  }

  /** Takes what was typed. */
  change = (source: string) => {
    if (source === this.state.source) return;
    const kept: Unsaved = { source, revision: this.revisionSeen, version: this.versionSeen };
    localStorage.setItem(this.key, JSON.stringify(kept));
    const stopped = this.state.status === 'overtaken';
    this.set({ source, ...(!stopped && { status: 'typed' }) });
    if (!stopped) this.later(PAUSE);
  };

  /** Writes other words in place of those that are there, as if they were typed. */
  put = (source: string) => {
    this.change(source);
    this.set({ edition: this.state.edition + 1 });
  };

  /** Goes on from what the server has, with its words or with one's own. */
  goOn = (from: Draft, source = from.source) => {
    this.saved = from.source;
    this.revisionSeen = from.revision;
    this.versionSeen = from.newest;
    localStorage.removeItem(this.key);
    const { edition } = this.state;
    this.state = { source, status: 'saved', edition: edition + 1 };
    this.set({});
    void this.send();
  };

  /** Saves what was typed, and reports whether the server has it. */
  send = async (): Promise<boolean> => {
    this.stop();
    if (this.sending) {
      await this.sending;
      return this.send();
    }
    if (this.state.status === 'overtaken') return false;
    if (!this.unsaved) return true;
    this.sending = this.store(this.state.source);
    const went = await this.sending;
    this.sending = undefined;
    if (went && this.unsaved) this.later(PAUSE);
    return went;
  };

  /** Saves nothing by itself any more. */
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

  private later(pause: number) {
    this.timer ??= setTimeout(() => void this.send(), pause);
  }

  private async store(source: string): Promise<boolean> {
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
      if (!this.unsaved) localStorage.removeItem(this.key);
      this.set({ status: this.unsaved ? 'typed' : 'saved', refusal: undefined });
      this.onSaved(answer);
      return true;
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.code === 'texts_overtaken') {
        this.set({ status: 'overtaken', refusal, theirs: (refusal.data as { now: Draft }).now });
      } else {
        this.set({ status: 'unsent', refusal });
        if (refusal.status === 0 || refusal.status >= 500) this.later(AGAIN);
      }
      return false;
    }
  }

  // What a crash left behind is sent with what it was based on: it is saved, or kept aside for who wrote it.
  private recover() {
    const left = localStorage.getItem(this.key);
    if (!left) return;
    const { source, revision, version } = JSON.parse(left) as Unsaved;
    if (source === this.saved) return localStorage.removeItem(this.key);
    this.revisionSeen = revision;
    this.versionSeen = version;
    this.state = { source, status: 'typed', edition: 0 };
    this.later(0);
  }
}
