import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

type Props = {
  icon: IconName;
  title: string;
  text: string;
  heading?: 'h1' | 'h2';
  children?: ReactNode;
};

/** Empty state of a list or page: a title, the reason, and what to do. */
export function Empty({ icon, title, text, heading: Heading = 'h2', children }: Props) {
  return (
    <div className="card-flush grid justify-items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-primary">
        <Icon name={icon} className="size-8" />
      </span>
      <Heading className="text-20 font-semibold">{title}</Heading>
      <p className="max-w-[480px] text-muted">{text}</p>
      {children}
    </div>
  );
}
