import type { ReactNode } from 'react';

type Props = {
  /** RFC 3339. */
  at: string;
  /** The same, formatted for people. */
  time: string;
  actor: string;
  /** What was done. */
  children: ReactNode;
};

/** A list item for a log entry: time, actor and action. */
export function LogRow({ at, time, actor, children }: Props) {
  return (
    <li className="grid gap-x-6 py-2 sm:grid-cols-[12rem_16rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-muted">
        {time}
      </time>
      <span className="wrap-anywhere">{actor}</span>
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}
