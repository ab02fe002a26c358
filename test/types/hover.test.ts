import { join } from 'node:path';
import { API, SignatureKind, type Checker, type Symbol as SourceSymbol, type Type } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servicePackages } from '@platform-sdk/reference/services';
import { root } from '@platform-sdk/build/workspace';

interface Method {
  readonly name: string;
  readonly comment: string;
}

/** Returns the methods of a client and of its nested clients, with the text that an editor shows for each. */
const methodsOf = (checker: Checker, client: Type, prefix: string): Method[] =>
  checker.getPropertiesOfType(client).flatMap((member) => {
    const name = `${prefix}.${member.name}`;
    const type = checker.getTypeOfSymbol(member);
    if (!type?.isObjectType() && !type?.isIntersectionType()) return [];
    if (checker.getSignaturesOfType(type, SignatureKind.Call).length === 0) return methodsOf(checker, type, name);
    return [{ name, comment: checker.getDocumentationCommentOfSymbol(member) }];
  });

/** Returns the methods of every client that a module creates. */
const clientsOf = (checker: Checker, module: SourceSymbol): Method[] =>
  checker.getExportsOfModule(module).flatMap((exported) => {
    if (!/^create\w+Client$/.test(exported.name)) return [];
    const type = checker.getTypeOfSymbol(checker.getAliasedSymbol(exported));
    const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
    const client = signature && checker.getReturnTypeOfSignature(signature);
    return client ? methodsOf(checker, client, exported.name) : [];
  });

const services = await servicePackages();

/** All tests share one compiler, because each compiler reads the whole workspace. */
let api: API;
beforeAll(() => void (api = new API({ cwd: root })));
afterAll(() => api.close());

it.each(services)('an editor shows a comment for every method of the client of $service', ({ service }) => {
  const file = join(root, 'packages', service, 'src/index.ts');
  const project = api.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
  const source = project?.program.getSourceFile(file);
  const module = source && project?.checker.getSymbolAtLocation(source);
  const methods = module && project ? clientsOf(project.checker, module) : [];
  expect(methods).not.toEqual([]);
  expect(methods.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});
