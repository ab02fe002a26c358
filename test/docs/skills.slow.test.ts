import { basename } from 'node:path';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { skillPage } from '@platform-sdk/docs-tools/generator/skill-page';
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import { expect, it } from 'vitest';

const services = await serviceReferences();
const packages = await publishedPackages();

it('every package has a valid skill for agents, with the name of its folder and its version', () => {
  for (const each of packages) {
    const text = skillPage(each, '# A page', undefined);
    const [, name, description, version] =
      /^---\nname: (.+)\ndescription: (".+")\nmetadata:\n  package: .+\n  version: (".+")\n---\n\n# A page\n/.exec(text) ?? [];
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(name).toBe(basename(each.directory));
    expect((JSON.parse(description ?? '""') as string).length).toBeGreaterThan(40);
    expect((JSON.parse(description ?? '""') as string).length).toBeLessThanOrEqual(1024);
    expect(JSON.parse(version ?? '""')).toBe(each.version);
  }
});

it('a skill of a service lists every operation with its effect', () => {
  for (const service of services) {
    const each = packages.find(({ directory }) => basename(directory) === service.service);
    const text = each && skillPage(each, '', service);
    for (const { name } of service.operations) expect(text).toContain(`| \`${name}\` | `);
  }
  const wallets = services.find(({ service }) => service === 'wallets');
  const text = packages.flatMap((each) => (each.name === '@platform-sdk/wallets' ? skillPage(each, '', wallets) : []))[0];
  expect(text).toMatch(/`wallets\.transact` \| Moves funds [^|]+ \| is sent once \|/);
  expect(text).toMatch(/`wallets\.get` \| Returns one wallet\. \| reads \|/);
});
