import type { Gw, GwOptions, GwPlatform, GwResult } from './client';
import { UNREACHABLE } from './unreachable';

/**
 * The gateway client of one tab. Its code is fetched with the first call, because most visits end without one: a call whose
 * code cannot be loaded fails like one without a response, and the next call fetches it again.
 * @param cover shows the loading mask; called when a call starts, and the function that it returns when the call ends
 */
export function lazyGw(platform: GwPlatform, cover: () => () => void): Gw {
  let client: Gw | undefined;
  const method =
    (name: keyof Gw) =>
    async (path: string, content?: unknown, options?: GwOptions): Promise<GwResult<never>> => {
      const uncover = options?.loading === false ? undefined : cover();
      try {
        client ??= (await import('./client')).createGw(platform);
        return await (client[name] as Call)(path, content, options);
      } catch {
        return UNREACHABLE;
      } finally {
        uncover?.();
      }
    };
  return { get: method('get'), post: method('post'), seal: method('seal') };
}

type Call = (path: string, content?: unknown, options?: GwOptions) => Promise<GwResult<never>>;
