import type { TimelineStep } from '../../gw/types';
import { LocalizedLink } from '../../router/LocalizedLink';

/** The four steps of an eSIM after its payment, each with its state in words and, where there is one, the way to take it. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] | undefined }) {
  if (!steps) return null;
  return (
    <ol className="timeline no-print">
      {steps.map(({ step, state, title, mark, text, link }) => (
        <li key={step} className={state}>
          <b>{title}</b>
          <small>{mark}</small>
          {text && <p>{text}</p>}
          {link && (
            <LocalizedLink
              to={link.path}
              className={`btn btn-${state === 'now' ? 'primary' : 'secondary'}`}
            >
              {link.text}
            </LocalizedLink>
          )}
        </li>
      ))}
    </ol>
  );
}
