// Runs Lighthouse on one page and prints JSON: the figures of each run, and the audits that were not perfect.
//   node run.mjs CHROMIUM phone|slow|applied RUNS URL
import lighthouse from 'lighthouse';
import * as chromeLauncher from 'chrome-launcher';

const [chromePath, profile, runs, url] = process.argv.slice(2);

const METRICS = [
  'largest-contentful-paint',
  'cumulative-layout-shift',
  'total-blocking-time',
  'interactive',
];

// `phone` is what Lighthouse does by itself; `slow` is slow 3G and a phone six times slower than this machine. Both are worked
// out from a visit at full speed. `applied` is slow 3G for which the browser really waits: what shoppers see.
const THROTTLING = {
  phone: {},
  slow: {
    throttlingMethod: 'simulate',
    throttling: { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 6 },
  },
  applied: {
    throttlingMethod: 'devtools',
    throttling: {
      requestLatencyMs: 400,
      downloadThroughputKbps: 400,
      uploadThroughputKbps: 400,
      cpuSlowdownMultiplier: 6,
    },
  },
};

const found = { runs: [], below: {} };
for (let run = 0; run < Number(runs); run++) {
  const lhr = await visit();
  found.runs.push(figures(lhr));
  Object.assign(found.below, imperfect(lhr));
}
console.log(JSON.stringify(found));

/** One visit, in a browser of its own: nothing is left from the one before. */
async function visit(vain = 0) {
  const chrome = await chromeLauncher.launch({
    chromePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  let lhr;
  try {
    ({ lhr } = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      output: 'json',
      ...THROTTLING[profile],
    }));
  } finally {
    chrome.kill();
  }
  if (!lhr.runtimeError) return lhr;
  // The browser's record of a visit is incomplete now and then; Lighthouse says to visit again.
  if (vain < 3) return visit(vain + 1);
  throw new Error(`${url}: ${lhr.runtimeError.message}`);
}

function figures({ categories, audits }) {
  return Object.fromEntries([
    ...Object.entries(categories).map(([name, { score }]) => [name, score]),
    ...METRICS.map((name) => [name, audits[name].numericValue]),
  ]);
}

/** The audits that count towards a score and were below 1, with what Lighthouse says about them. */
function imperfect({ categories, audits }) {
  const counting = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return Object.fromEntries(
    counting
      .map(({ id }) => audits[id])
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, title, displayValue }) => [id, displayValue ?? title]),
  );
}
