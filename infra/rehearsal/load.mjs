// Requests cached pages at a constant rate until SIGTERM, then prints the results:
//   node load.mjs http://127.0.0.1:8000 200
// A request counts as failed when its connection breaks, when it is not answered within ten seconds, or not with 200.
import http from 'node:http';

const [base, rate] = [process.argv[2], Number(process.argv[3])];
const pages = [
  '/en/home',
  '/zh/home',
  '/en/faq',
  '/zh/travel-card/listing',
  '/en/travel-card/asia/jp-3g-7',
];
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const counts = { requests: 0, failures: 0, slowest: 0 };
const reasons = new Map();
let open = 0;
let asked = 0;
const began = Date.now();

const timer = setInterval(() => {
  const due = Math.floor(((Date.now() - began) / 1000) * rate);
  for (; asked < due; asked++) ask(pages[asked % pages.length]);
}, 5);
process.on('SIGTERM', () => {
  clearInterval(timer);
  const end = setInterval(() => {
    if (open > 0) return;
    clearInterval(end);
    const why = [...reasons].map(([reason, n]) => `${n} x ${reason}`).join(', ');
    console.log(
      `${counts.requests} requests, ${counts.failures} failures, slowest ${counts.slowest} ms${why && ` (${why})`}`,
    );
    process.exit(0);
  }, 20);
});

function ask(path) {
  const start = Date.now();
  let over = false;
  open++;
  counts.requests++;
  const done = (failure) => {
    if (over) return;
    over = true;
    open--;
    counts.slowest = Math.max(counts.slowest, Date.now() - start);
    if (!failure) return;
    counts.failures++;
    reasons.set(failure, (reasons.get(failure) ?? 0) + 1);
  };
  const request = http.get(base + path, {
    agent,
    timeout: 10_000,
    headers: { host: 'localhost', 'accept-encoding': 'gzip' },
  });
  request.on('response', (response) => {
    response.resume();
    response.on('end', () =>
      done(response.statusCode === 200 ? '' : `status ${response.statusCode}`),
    );
    response.on('error', () => done('broken off'));
  });
  request.on('timeout', () => request.destroy(new Error('timeout')));
  request.on('error', (error) => done(error.code ?? error.message));
}
