/** 404 as a SIM card that found no network: a file, so that the script of every other page does not hold it. */
export function NotFoundArt() {
  return (
    <img
      src="/pc-static/not-found.svg"
      alt=""
      width="320"
      height="160"
      className="h-auto w-full max-w-80"
    />
  );
}
