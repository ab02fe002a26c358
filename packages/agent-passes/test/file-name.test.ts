import { expect, it } from 'vitest';
import { benchOf, recordingFetch } from './bench.ts';

const nameFor = async (disposition: string): Promise<string> => {
  const { agentPasses } = await benchOf(recordingFetch(new Response('[]', { headers: { 'Content-Disposition': disposition } })));
  const { name } = await agentPasses.activity.export({ agent_user_id: 'agent-1' });
  return name;
};

it.each([
  ['attachment; filename="log.json"', 'log.json'],
  ['attachment; filename=log.json', 'log.json'],
  ['attachment;filename=log.json; size=3', 'log.json'],
  ['Attachment; FILENAME = "log.json"', 'log.json'],
  ['attachment; filename="a;b \\"c\\".json"', 'a;b _c_.json'],
  ['attachment; filename="log.json"; filename*=UTF-8\'\'%C3%BCber%20uns.json', 'über uns.json'],
  ["attachment; filename*=utf-8'de'%e2%82%ac.json; filename=plain.json", '€.json'],
  ['attachment; filename="log.json"; filename*=UTF-8\'\'%ff%fe', 'log.json'],
  ['attachment; filename="log.json"; filename*=ISO-8859-1\'\'%fc', 'ü'],
])('agentPasses.activity.export reads the file name from the header %s', async (disposition, name) => {
  await expect(nameFor(disposition)).resolves.toBe(name);
});

it.each(['attachment', 'inline; name="x"', 'attachment; filename=""', ''])(
  'agentPasses.activity.export uses the default file name for the header %j',
  async (disposition) => {
    await expect(nameFor(disposition)).resolves.toBe('agent-activity.json');
  },
);

it.each([
  ['attachment; filename="../../etc/passwd"', '__.._etc_passwd'],
  ['attachment; filename="..\\\\..\\\\boot.ini"', '__.._boot.ini'],
  ["attachment; filename*=UTF-8''..%2F..%2Fx.json", '__.._x.json'],
  ["attachment; filename*=UTF-8''a%00b%0A.json", 'a_b_.json'],
  ["attachment; filename*=UTF-8''log%E2%80%AEnosj.exe", 'log_nosj.exe'],
  ['attachment; filename=".."', '_'],
  ['attachment; filename="C:evil"', 'C_evil'],
])('agentPasses.activity.export replaces unsafe characters in the file name: %s', async (disposition, name) => {
  await expect(nameFor(disposition)).resolves.toBe(name);
});
