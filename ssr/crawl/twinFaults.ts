import { offerOf, showsPrice, type CrawlResult } from './crawl';
import { unescape } from './head';
import { faultsOf } from './pageFaults';

/** Markdown twins that are missing or not Markdown, may be indexed, name another canonical page, or lack content of their page. */
export function twinFaults({ pages }: CrawlResult): string[] {
  return faultsOf(pages, ({ head, answer, twin }, address, fault) => {
    const { status, headers } = twin;
    const text = twin.body.toString();
    if (status !== 200 || headers['content-type'] !== 'text/markdown; charset=utf-8') {
      fault(`its Markdown twin is ${status}`);
    } else if (!text.startsWith('# ') || /<\/?(div|span|p|script)\b/.test(text)) {
      fault('its Markdown twin is no Markdown');
    }
    if (headers.link !== `<${address}>; rel="canonical"`) fault('its twin names another page');
    if (headers['x-robots-tag'] !== 'noindex') fault('its twin may be indexed');
    const price = offerOf(head)?.price;
    if (price && !showsPrice(text, price)) fault('its twin lacks the price');
    for (const part of missingFromTwin(answer.body.toString(), text, address))
      fault(`its twin lacks ${part}`);
  });
}

/** Headings of the first two levels, prices, and links to other pages that a page has and its twin has not. */
export function missingFromTwin(html: string, markdown: string, address: string): string[] {
  const main = readable(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '');
  const said = markdown.replaceAll('\\', '');
  const headings = [...main.matchAll(/<(h[12])\b[^>]*>(.*?)<\/\1>/gs)].map(([, , text]) =>
    plain(text!),
  );
  const prices = [...new Set(plain(main).match(/[$£€¥]\d[\d,]*\.\d\d/g))];
  const links = [...main.matchAll(/<a [^>]*?href="([^"#]*)"/g)].map(([, href]) => {
    return new URL(unescape(href!), address).href;
  });
  return [
    // A plan is a line of a list, and its name a link.
    ...headings.filter(
      (text) =>
        !new RegExp(`^(#+ ${literal(text)}$|- \\*\\*\\[${literal(text)}\\])`, 'm').test(said),
    ),
    ...prices.filter((text) => !said.includes(text)),
    ...new Set(
      links.filter(
        (link) => link !== address && !said.includes(`(${link})`) && !said.includes(`(${link}#`),
      ),
    ),
  ];
}

// Forms, and what is only shown after an action, work in a browser alone.
function readable(html: string): string {
  return html
    .replace(/<form\b[\s\S]*?<\/form>/g, ' ')
    .replace(/<h2 id="change"[\s\S]*?<\/h2>/g, ' ');
}

function plain(html: string): string {
  return unescape(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
