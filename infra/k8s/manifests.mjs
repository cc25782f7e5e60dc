import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const folder = dirname(fileURLToPath(import.meta.url));

/** The kustomizations with the names of their folders: [{ name, value }]. */
export const kustomizations = () =>
  ['.', 'migrate', '../backup'].map((name) => ({
    name,
    value: read(join(name, 'kustomization.yaml'))[0].value,
  }));

/** Every Kubernetes object with the name of its file: [{ name, value }]. */
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

// The type of the shop's kustomizations, which the types of the API do not include.
const kustomization = `type Kustomization = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1'; kind: 'Kustomization'; namespace?: string; resources?: string[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
  labels?: { includeSelectors: boolean; pairs: Record<string, string> }[];
  configMapGenerator?: { name: string; files: string[] }[];
};`;

/**
 * Checks objects against the types of the Kubernetes API: unknown fields, wrong types and missing fields. Each object becomes a literal
 * of its type, because TypeScript refuses unknown fields in literals at any depth.
 */
export function typeErrors(objects) {
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
