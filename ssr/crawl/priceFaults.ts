import { langOf, offerOf, showsPrice, type CrawlResult } from './crawl';
import type { Site } from './sites';

/** Prices that are not the same in a page's JSON-LD, its text, the feeds, and the cart. */
export async function priceFaults({ site, pages }: CrawlResult): Promise<string[]> {
  const faults: string[] = [];
  let carts: Map<string, number> | undefined;
  for (const lang of ['en', 'zh']) {
    const feed = JSON.parse(await site.text(`/feeds/${lang}.json`)) as Feed;
    const merchant = await site.text(`/feeds/${lang}.xml`);
    // A cart has no language.
    carts ??= await cartPrices(site, feed, faults);
    const sold = new Set<string>();
    for (const item of feed.items) {
      const head = pages.get(item.url)?.head;
      const offer = head && offerOf(head);
      sold.add(item.url);
      if (!head || !offer) {
        faults.push(`${item.id}: its page ${item.url} sells nothing`);
        continue;
      }
      if (offer.price !== item.price || offer.priceCurrency !== item.currency) {
        faults.push(`${item.id}: ${item.price} in the feed, ${offer.price} on ${item.url}`);
      }
      if (!showsPrice(head.text, item.price)) faults.push(`${item.url}: hides its price`);
      const inCart = carts.get(item.groupId);
      if (item.available && inCart !== item.priceMinor) {
        faults.push(`${item.id}: ${item.priceMinor} in the feed, ${inCart} in the cart`);
      }
      if (item.available && !offer.availability.endsWith('/InStock')) {
        faults.push(`${item.url}: is not said to be in stock`);
      }
      if (!merchant.includes(`<g:id>${item.id}</g:id>`))
        faults.push(`${item.id}: no merchant has it`);
      const ships = Boolean(offer.shippingDetails?.length);
      if (item.simType === 'physical' && (!ships || !item.shipping?.length)) {
        faults.push(`${item.id}: nobody knows what posting it costs`);
      }
    }
    for (const [address, { head }] of pages) {
      if (langOf(address) === lang && offerOf(head) && !sold.has(address)) {
        faults.push(`${address}: is in no feed`);
      }
    }
  }
  return faults;
}

type Feed = {
  items: {
    id: string;
    groupId: string;
    url: string;
    price: string;
    priceMinor: number;
    currency: string;
    available: boolean;
    simType: string;
    shipping?: unknown[];
  }[];
};

/** What each plan costs in the cart, in minor units; a cart holds 50 lines at most. */
async function cartPrices(site: Site, feed: Feed, faults: string[]): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  const plans = [
    ...new Map(feed.items.filter((i) => i.available).map((i) => [i.groupId, i])).values(),
  ];
  for (let start = 0; start < plans.length; start += 40) {
    let cookie: string | undefined;
    for (const { groupId, simType } of plans.slice(start, start + 40)) {
      const item = { goodsId: groupId, simType, quantity: 1, compatibilityConfirmed: true };
      const { status, headers, body } = await site.fetch('/gw/mall/cart/add', {
        cookie,
        json: item,
      });
      cookie ??= headers['set-cookie']?.[0]?.split(';')[0];
      if (status !== 200) faults.push(`${groupId}: ${status} ${body.toString().slice(0, 200)}`);
      else {
        const { data } = JSON.parse(body.toString()) as { data: { items: CartLine[] } };
        for (const line of data.items) prices.set(line.goodsId, line.unitPrice);
      }
    }
  }
  return prices;
}

type CartLine = { goodsId: string; unitPrice: number };
