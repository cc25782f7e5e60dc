import { filterCount, isSearchOnly, listingSearch } from '../components/listing/listingQuery';
import { pageNumbers } from '../components/page/Pagination';
import type { Page } from '../gw/page';
import { paths, type Query } from '../router/paths';
import { planLine } from './plan';
import { breadcrumbs } from './sections';
import { heading, list, paragraph, joinParts, type Block, type Writer } from './writer';

/** All plans, or those of one region. */
export function listing({ data }: Page<'listing' | 'group'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { group, groups, query, list: found } = data;
  const at = (search?: Query) =>
    group ? paths.group(lang, group.group, search) : paths.listing(lang, search);
  const all = { label: t('listing:title'), to: paths.listing(lang) };
  const title = group?.name ?? all.label;
  const pages = Math.ceil(found.total / found.pageSize);
  return [
    heading(1, query.keyword ? t('listing:searched', { keyword: query.keyword }) : title),
    paragraph(group?.intro || t('listing:intro')),
    w.link(t('listing:which'), paths.which(lang)),
    paragraph(t('listing:count', { count: found.total })),
    ...(found.items.length > 0
      ? plans(data, w)
      : [
          heading(2, t('listing:empty.title')),
          paragraph(t(`listing:empty.${isSearchOnly(query) ? 'keyword' : 'text'}`)),
        ]),
    filterCount(query) > 0 && w.link(t('listing:reset'), at()),
    pages > 1 &&
      joinParts(
        ...pageNumbers(found.page, pages).map((number) =>
          w.link(t('common:pages.page', { number }), at(listingSearch(query, { page: number }))),
        ),
      ),
    joinParts(
      w.link(t('listing:allRegions'), all.to),
      ...groups.map((region) => w.link(region.name, paths.group(lang, region.group))),
    ),
    breadcrumbs([...(group ? [all] : []), { label: title }], w),
  ];
}

// The plans for one destination are in groups.
function plans({ list: { items }, sections }: Page<'listing'>['data'], w: Writer): Block[] {
  const lines = items.map((goods) => planLine(goods, w));
  if (!sections) return [list(lines)];
  return sections.flatMap(({ title, count }) => [heading(2, title), list(lines.splice(0, count))]);
}
