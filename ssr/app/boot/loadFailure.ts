// What browsers (Chromium, Firefox, Safari) and the build's own loader say about a module or style sheet that did not
// come. An exception of a module that did come has any other words.
const SAID = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an import failed because its file could not be loaded, and not while it ran. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && SAID.test(error.message);
}
