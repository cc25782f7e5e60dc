import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const folder = dirname(fileURLToPath(import.meta.url));

/** The kustomizations, by their folder: [{ name, value }]. */
export const kustomizations = () =>
  ['.', 'migrate', '../backup'].map((name) => ({
    name,
    value: read(join(name, 'kustomization.yaml'))[0].value,
  }));

/** Every object that is applied, with the file that it stands in: [{ name, value }]. */
export const manifests = () =>
  ['.', 'migrate'].flatMap((sub) =>
    readdirSync(join(folder, sub))
      .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
      .flatMap((file) => read(join(sub, file))),
  );

function read(name) {
  return parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0].message}`);
    return { name, value: document.toJS() };
  });
}

// What the kustomizations of the shop may hold; the types of the API have none of it.
const kustomization = `type Kustomization = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1'; kind: 'Kustomization'; namespace?: string; resources?: string[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
  labels?: { includeSelectors: boolean; pairs: Record<string, string> }[];
  configMapGenerator?: { name: string; files: string[] }[];
};`;

/**
 * What is wrong with objects by the types of the Kubernetes API: fields that do not exist, values of another type, fields that are
 * missing. Each object becomes a literal of its type, and TypeScript takes no unknown field in a literal, however deep it stands.
 */
export function faults(objects) {
  const lines = objects.map(({ value }, n) => `export const o${n}: ${type(value)} = ${JSON.stringify(value)};`);
  const source = [...lines, kustomization].join('\n');
  const path = join(folder, 'manifests.check.ts');
  const options = { noEmit: true, strict: true, skipLibCheck: true, types: [], lib: ['lib.es5.d.ts'], moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === path ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map((fault) => {
    const line = ts.getLineAndCharacterOfPosition(fault.file, fault.start).line;
    const { name, value } = objects[line];
    return `${name}: ${value.kind} ${value.metadata?.name ?? ''}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`;
  });
}

function type({ apiVersion, kind }) {
  if (kind === 'Kustomization') return kind;
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `import('kubernetes-types/${group.split('.')[0]}/${version}').${kind}`;
}
