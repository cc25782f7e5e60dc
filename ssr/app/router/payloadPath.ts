/** Where the data of a page is: `/en/home?x=1` gives `/en/home/_payload.json?x=1`. */
export function payloadPath(pathname: string, search = ''): string {
  return `${pathname.replace(/\/+$/, '')}/_payload.json${search}`;
}
