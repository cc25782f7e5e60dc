import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Gw } from '../../gw/client';
import type { Suggestion } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useGw, useLang } from '../../router/page';
import { FlagImage } from '../page/Flags';
import { Icon } from '../page/Icon';
import { matchSuggestions } from './matchSuggestions';

/** `fieldId` is the id of the search field. */
export type SuggestionsProps = { fieldId: string };

/**
 * Destinations and regions that fit what is typed into a search field, as an ARIA combobox: the arrow keys choose, Enter and a press
 * lead to the page, Escape closes the list. Enter without a choice sends the form, as it does without this.
 */
export function Suggestions({ fieldId }: SuggestionsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const gw = useGw();
  const navigate = useNavigate();
  const id = useId();
  const [all, setAll] = useState<readonly Suggestion[]>([]);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(-1);
  const shown = matchSuggestions(all, typed);
  const option = (index: number) => `${id}${index}`;

  const close = () => {
    setTyped('');
    setChosen(-1);
  };
  const open = ({ href }: Suggestion) => {
    close();
    const field = fieldOf(fieldId);
    field.value = '';
    field.blur();
    void navigate(href);
  };

  useEffect(() => {
    let here = true;
    void suggestions(gw).then((list) => {
      if (!here) return;
      const { value, defaultValue } = fieldOf(fieldId);
      setAll(list);
      if (value !== defaultValue) setTyped(value);
    });
    return () => {
      here = false;
    };
  }, [gw, fieldId]);

  useEffect(() => {
    const field = fieldOf(fieldId);
    const list = document.getElementById(id)!;
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': String(shown.length > 0),
      'aria-activedescendant': chosen < 0 ? '' : option(chosen),
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    const type = () => {
      setTyped(field.value);
      setChosen(-1);
    };
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      // Enter ends the composition of a Chinese word.
      if (!shown.length || event.isComposing) return;
      if (step) setChosen(next(chosen, step, shown.length));
      else if (event.key === 'Escape') close();
      else if (event.key === 'Enter' && chosen >= 0) open(shown[chosen]!);
      else return;
      event.preventDefault();
    };
    // The field keeps the focus.
    const hold = (event: Event) => event.preventDefault();
    const choose = ({ target }: Event) => {
      const at = [...list.children].findIndex((one) => one.contains(target as Node));
      if (at >= 0) open(shown[at]!);
    };
    const until = new AbortController();
    const { signal } = until;
    field.addEventListener('input', type, { signal });
    field.addEventListener('keydown', press, { signal });
    field.addEventListener('blur', close, { signal });
    list.addEventListener('mousedown', hold, { signal });
    list.addEventListener('click', choose, { signal });
    return () => until.abort();
  });

  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={t('common:search.label')}
        hidden={!shown.length}
        className="card-flush absolute right-0 top-full z-50 mt-1 w-full min-w-72 overflow-hidden py-1 text-ink floating"
      >
        {shown.map((suggestion, index) => (
          <div
            key={suggestion.code}
            id={option(index)}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-4 hover:bg-mist aria-selected:bg-primary-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary"
          >
            {suggestion.flag ? (
              <FlagImage src={suggestion.flag} />
            ) : (
              <Icon name="globe" className="size-6" />
            )}
            <span className="font-medium">{suggestion.name}</span>
            {suggestion.fromPrice !== undefined && (
              <span className="ml-auto whitespace-nowrap text-14 text-muted">
                {t('common:search.from', {
                  price: money(suggestion.fromPrice, suggestion.currency, lang),
                })}
              </span>
            )}
          </div>
        ))}
      </div>
      <output className="sr-only">
        {typed && t('common:search.suggestions', { count: shown.length })}
      </output>
    </>
  );
}

function fieldOf(id: string): HTMLInputElement {
  return document.getElementById(id) as HTMLInputElement;
}

// One before the first is the field itself.
function next(chosen: number, step: number, count: number): number {
  const to = chosen + step;
  return to >= count ? -1 : to < -1 ? count - 1 : to;
}

let known: Promise<readonly Suggestion[]> | undefined;

// Fetched once per tab; after a failure the next field fetches them again.
function suggestions(gw: Gw): Promise<readonly Suggestion[]> {
  known ??= gw.get('/mall/goods/suggestions', {}, { loading: false }).then((result) => {
    if (result.ok) return result.data;
    known = undefined;
    return [];
  });
  return known;
}
