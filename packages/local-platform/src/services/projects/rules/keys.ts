import type { apiKeys as apiKeyContract, llmApiKeys as llmApiKeyContract } from '@platform-sdk/projects/contract';
import { analyticsRecords } from '../../analytics/records.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import { momentOf } from '../../../requests/moments.ts';
import { asProjectMember, touch } from '../access.ts';
import { encrypt, issueKeyPair, mask } from '../keys.ts';
import { projectRecords, type ProjectRecord } from '../records.ts';
import { inProject } from '../resources.ts';

/** Returns a project if the caller may change its keys, and updates its time of change. */
const asEditor = (call: Call, of: { organizationId: string; projectId: string }): ProjectRecord => {
  const { project } = asProjectMember(call, of, 'MEMBER');
  touch(call, project);
  return project;
};

/** Returns a key of a project. Throws 404 if the key does not exist. */
const keyIn = <Key extends { projectId: string }>(keys: Map<string, Key>, { id }: ProjectRecord, keyId: string): Key => {
  const found = keys.get(keyId);
  return found?.projectId === id ? found : refuse(404, 'NOT_FOUND', 'There is no such key.');
};

export const apiKeys: Rules<typeof apiKeyContract> = {
  async create({ note, expiresAt = null, ...of }, call) {
    const { world } = call;
    const project = asEditor(call, of);
    const end = expiresAt === null ? undefined : momentOf('expiresAt', expiresAt);
    if (end !== undefined && end <= world.clock.now())
      refuse(422, 'INVALID_EXPIRATION', 'The expiration must be in the future.', { field: 'expiresAt' });
    const { publicKey, secretKey } = issueKeyPair(world, project, { isApiKey: true, ...(end !== undefined && { expiresAt: end }) });
    const encryptedSecretKey = await encrypt(world, secretKey);
    const key = { id: world.id(), type: 'apiKey', publicKey, encryptedSecretKey, note, expiresAt, projectId: project.id };
    world.records(projectRecords).apiKeys.set(key.id, key);
    return { ...inProject(key), meta: { secretKey } };
  },

  update({ apiKeyId, note, ...of }, call) {
    const key = keyIn(call.world.records(projectRecords).apiKeys, asEditor(call, of), apiKeyId);
    return inProject(Object.assign(key, { note }));
  },

  remove({ apiKeyId, ...of }, call) {
    const { apiKeys: keys } = call.world.records(projectRecords);
    const { publicKey } = keyIn(keys, asEditor(call, of), apiKeyId);
    keys.delete(apiKeyId);
    call.world.records(analyticsRecords).keyPairs.delete(publicKey);
  },
};

export const llmApiKeys: Rules<typeof llmApiKeyContract> = {
  create({ provider, secretKey, customModels = [], withDefaultModels = true, ...of }, call) {
    const { world } = call;
    const { id: projectId } = asEditor(call, of);
    const [displaySecretKey, createdAt] = [mask(secretKey), world.timestamp()];
    // Every key uses the adapter of its provider, which needs no base URL.
    const about = { adapter: provider, baseURL: null, createdAt, updatedAt: createdAt };
    const key = { id: world.id(), type: 'llm_api_keys', provider, displaySecretKey, customModels, withDefaultModels, ...about, projectId };
    world.records(projectRecords).llmApiKeys.set(key.id, key);
    return inProject(key);
  },

  remove({ apiKeyId, ...of }, call) {
    const { llmApiKeys: keys } = call.world.records(projectRecords);
    keys.delete(keyIn(keys, asEditor(call, of), apiKeyId).id);
  },
};
