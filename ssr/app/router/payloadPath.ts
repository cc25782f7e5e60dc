/** Path of the payload of a page: `/en/home?x=1` gives `/en/home/_payload.json?x=1`. */
export function payloadPath(pathname: string, search = ''): string {
  return `${pathname.replace(/\/+$/, '')}/_payload.json${search}`;
}
