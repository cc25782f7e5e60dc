/**
 * Runs `work` with a signal that is aborted after `ms` milliseconds, and when `signal` is. Not with `AbortSignal.any`, which
 * browsers that the shop serves do not have.
 */
export async function withTimeLimit<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, ms);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
