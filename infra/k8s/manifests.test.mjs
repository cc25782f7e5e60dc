import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kustomizations, manifests, typeErrors } from './manifests.mjs';

const all = manifests();
const of = (kind) => all.filter(({ value }) => value.kind === kind).map(({ value }) => value);
const label = 'app.kubernetes.io/name';

// Everything that makes pods, with its template.
const workloads = [
  ...of('Deployment').map((d) => ({ name: d.metadata.name, template: d.spec.template })),
  ...of('Job').map((j) => ({ name: j.metadata.name, template: j.spec.template })),
  ...of('CronJob').map((c) => ({ name: c.metadata.name, template: c.spec.jobTemplate.spec.template })),
];

test('every object fits the types of the API', () => {
  assert.ok(all.length >= 20, `${all.length} objects`);
  assert.deepEqual(typeErrors([...all, ...kustomizations()]), []);
});

test('a field that does not exist, a missing one and a value of another type are found', () => {
  const broken = [
    ['Deployment', (d) => (d.spec.template.spec.containers[0].securityContext.readOnlyRoot = true)],
    ['Deployment', (d) => delete d.spec.selector],
    ['Service', (s) => (s.spec.ports[0].port = '8080')],
    ['HorizontalPodAutoscaler', (h) => (h.spec.maxReplica = 2)],
    ['PodDisruptionBudget', (p) => (p.spec.minimum = 1)],
    ['NetworkPolicy', (n) => (n.spec.podselector = {})],
    ['CronJob', (c) => (c.spec.jobTemplate.spec.template.spec.restart = 'Never')],
    ['Ingress', (i) => (i.spec.rules[0].http.paths[0].backend.service.port.value = 80)],
  ];
  const objects = broken.map(([kind, damage], n) => {
    const value = structuredClone(of(kind)[0]);
    damage(value);
    return { name: `damage ${n}`, value };
  });
  const found = typeErrors(objects);
  for (const { name } of objects) assert.ok(found.some((fault) => fault.startsWith(`${name}:`)), name);
  assert.notDeepEqual(typeErrors([{ name: 'kind', value: { apiVersion: 'v1', kind: 'Servize' } }]), []);
});

test('every image has a tag of its own or a digest', () => {
  for (const { name, value } of kustomizations())
    for (const image of value.images ?? [])
      assert.ok(/^sha256:[0-9a-f]{64}$/.test(image.digest ?? '') || /^\d+\.\d+/.test(image.newTag ?? ''), `${name}: ${image.name} ${image.newTag}`);
  const named = { '.': [], migrate: [] };
  for (const { name, value } of kustomizations()) named[name] = (value.images ?? []).map((image) => image.name);
  for (const { name, value } of all) {
    const template = workloads.find((w) => w.name === value.metadata.name && /Deployment|Job/.test(value.kind))?.template;
    for (const { image } of template?.spec.containers ?? [])
      assert.ok(named[name.startsWith('migrate/') ? 'migrate' : '.'].includes(image), `${name}: nothing says which ${image}`);
  }
});

test('no pod has more rights than it needs', () => {
  assert.ok(workloads.length >= 5);
  for (const { name, template } of workloads) {
    const { spec } = template;
    assert.equal(spec.automountServiceAccountToken, false, name);
    assert.equal(spec.securityContext.runAsNonRoot, true, name);
    assert.ok(spec.securityContext.runAsUser >= 1000 && spec.securityContext.runAsGroup >= 1000, name);
    assert.equal(spec.securityContext.seccompProfile.type, 'RuntimeDefault', name);
    for (const container of spec.containers) {
      assert.equal(container.securityContext.allowPrivilegeEscalation, false, name);
      assert.equal(container.securityContext.readOnlyRootFilesystem, true, name);
      assert.deepEqual(container.securityContext.capabilities.drop, ['ALL'], name);
      assert.ok(container.resources.requests.cpu && container.resources.requests.memory, name);
      assert.ok(container.resources.limits.memory, name);
    }
  }
});

test('every deployment has probes, topology spread, an autoscaler and a disruption budget', () => {
  assert.deepEqual(of('Deployment').map((d) => d.metadata.name).sort(), ['roamcart-bff', 'roamcart-ssr']);
  for (const { metadata, spec } of of('Deployment')) {
    const { name } = metadata;
    assert.equal(spec.replicas, undefined, `${name}: its autoscaler says how many`);
    assert.equal(spec.strategy.rollingUpdate.maxUnavailable, 0, name);
    for (const container of spec.template.spec.containers)
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) assert.ok(container[probe]?.httpGet, `${name}: ${probe}`);
    const selector = JSON.stringify(spec.selector.matchLabels);
    assert.deepEqual(spec.template.spec.topologySpreadConstraints.map((c) => c.topologyKey), ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'], name);
    for (const c of spec.template.spec.topologySpreadConstraints) assert.equal(JSON.stringify(c.labelSelector.matchLabels), selector, name);
    const budget = of('PodDisruptionBudget').find((b) => JSON.stringify(b.spec.selector.matchLabels) === selector);
    assert.equal(budget?.spec.maxUnavailable, 1, name);
    const scaler = of('HorizontalPodAutoscaler').find((h) => h.spec.scaleTargetRef.name === name);
    assert.ok(scaler?.spec.minReplicas >= 2 && scaler.spec.maxReplicas > scaler.spec.minReplicas, name);
  }
});

test('network policies allow only the required connections', () => {
  const policies = of('NetworkPolicy');
  const nothing = policies.find((p) => JSON.stringify(p.spec.podSelector) === '{}' && p.spec.policyTypes.length === 2);
  assert.ok(nothing && !nothing.spec.ingress && !nothing.spec.egress, 'a policy refuses what no other allows');
  const chosen = (p, name) =>
    p.spec.podSelector.matchLabels?.[label] === name ||
    p.spec.podSelector.matchExpressions?.some((e) => e.key === label && e.operator === 'In' && e.values.includes(name));
  for (const { name, template } of workloads) {
    assert.equal(template.metadata.labels[label], name);
    const own = policies.filter((p) => chosen(p, name));
    assert.equal(own.length, 1, name);
    assert.deepEqual(own[0].spec.policyTypes, ['Ingress', 'Egress'], name);
    // Machines of a cloud tell their keys at an address of the link.
    for (const { ipBlock } of (own[0].spec.egress ?? []).flatMap((rule) => rule.to))
      if (ipBlock?.cidr === '0.0.0.0/0') assert.deepEqual(ipBlock.except, ['169.254.0.0/16'], name);
    for (const rule of [...(own[0].spec.ingress ?? []), ...(own[0].spec.egress ?? [])]) assert.ok(rule.ports.length > 0, name);
  }
});

test('metrics are answered to Prometheus alone', () => {
  for (const service of of('Service')) assert.deepEqual(service.spec.ports.map((p) => p.targetPort), ['http'], service.metadata.name);
  for (const ingress of of('Ingress'))
    for (const rule of ingress.spec.rules)
      for (const { backend } of rule.http.paths) assert.deepEqual(backend.service, { name: 'roamcart-bff', port: { name: 'http' } });
  const open = of('NetworkPolicy').flatMap((p) => (p.spec.ingress ?? []).filter((rule) => rule.ports.some((port) => port.port === 'metrics')));
  assert.equal(open.length, 1);
  assert.deepEqual(open[0].from, [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }]);
});

test('the ledger is audited and the database dumped every night', () => {
  const jobs = Object.fromEntries(of('CronJob').map((c) => [c.metadata.name, c.spec]));
  assert.deepEqual(Object.keys(jobs).sort(), ['roamcart-audit', 'roamcart-backup']);
  for (const [name, spec] of Object.entries(jobs)) {
    assert.match(spec.schedule, /^\d+ \d+ \* \* \*$/, name);
    assert.equal(spec.concurrencyPolicy, 'Forbid', name);
  }
  assert.deepEqual(jobs['roamcart-audit'].jobTemplate.spec.template.spec.containers[0].args, ['ops', 'audit']);
  const { containers, volumes } = jobs['roamcart-backup'].jobTemplate.spec.template.spec;
  const script = containers[0].command[1];
  const mount = containers[0].volumeMounts.find((m) => script.startsWith(`${m.mountPath}/`));
  const map = volumes.find((v) => v.name === mount.name).configMap.name;
  const made = kustomizations().flatMap(({ value }) => value.configMapGenerator ?? []).find((g) => g.name === map);
  assert.deepEqual(made.files, [script.slice(mount.mountPath.length + 1)]);
});

test('whatever a kustomization names is there, and every object is named', () => {
  const [main, migrate] = kustomizations();
  const files = new Set(all.map(({ name }) => name));
  assert.deepEqual([...main.value.resources, ...migrate.value.resources.map((r) => `migrate/${r}`)].sort(), [...files, '../backup'].sort());
});
