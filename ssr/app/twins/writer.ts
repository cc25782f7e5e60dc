import type { TFunction } from 'i18next';
import { money } from '../i18n/format';
import type { Lang } from '../i18n/lang';

/** A paragraph, heading, list or table in Markdown; false and undefined are left out. */
export type Block = string | false | undefined;

/** Writes texts in one language, and links of one site. */
export class Writer {
  constructor(
    readonly t: TFunction,
    readonly lang: Lang,
    /** Of the page, `https://shop.example`. */
    readonly origin: string,
  ) {}

  /** A link to a page or a file of the site, or to any other address. */
  link(label: string, to: string): string {
    const href = new URL(to, this.origin).href.replaceAll('(', '%28').replaceAll(')', '%29');
    return `[${escape(label)}](${href})`;
  }

  /** A label with its value, which is Markdown. */
  fact(label: string, value: string): string {
    return `**${escape(label)}**${this.colon}${value}`;
  }

  get colon(): string {
    return this.lang === 'zh' ? '：' : ': ';
  }

  /** @param amount in minor units */
  price(amount: number, currency: string): string {
    return money(amount, currency, this.lang);
  }

  /** Words of a list: `eSIM, SIM card`. */
  words(list: readonly string[]): string {
    return list.join(this.t('plan:listSeparator'));
  }
}

/** Escapes a text for Markdown, on one line. */
export function escape(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<|~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&');
}

export function strong(text: string): string {
  return `**${escape(text)}**`;
}

/** Joins the parts of one line; false and undefined are left out. */
export function joinParts(...list: Block[]): string {
  return list.filter(Boolean).join(' · ');
}

export function heading(level: number, text: string): string {
  return `${'#'.repeat(level)} ${escape(text)}`;
}

/** A paragraph of plain text. */
export function paragraph(text: string): string {
  return line(escape(text));
}

/** @param items Markdown */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${line(item)}`).join('\n');
}

/** @param items Markdown */
export function steps(items: readonly string[]): string {
  return items.map((item, i) => `${i + 1}. ${line(item)}`).join('\n');
}

/** @param head texts of the head; `rows` have Markdown */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head.map(escape)), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** @returns the document, which ends in a line end */
export function document(blocks: readonly Block[]): string {
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

// Escapes the beginning of a line that looks like a heading, a quotation or a list.
function line(markdown: string): string {
  return markdown.replace(/^(?=[#>+=-])/, '\\').replace(/^(\d+)(?=[.)](\s|$))/, '$1\\');
}
