// The error messages of browsers (Chromium, Firefox, Safari) and of Vite's loader for a module or style sheet that could not be
// loaded. An exception thrown by a module has another message.
const LOAD_ERROR =
  /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an import failed because its file could not be loaded, and not while it ran. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && LOAD_ERROR.test(error.message);
}
