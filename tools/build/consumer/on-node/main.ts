/** Tests the installed packages on Node: the number of loaded files, and the class of the errors. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { inspect } from 'node:util';

/** The maximum number of loaded files, because Node takes half a millisecond for each. */
const MAX_FILES = 7;

const files = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    files.add(url);
    return next(url, context);
  },
});

const { createOrganizationsClient } = await import('@platform-sdk/organizations');
assert.ok(files.size <= MAX_FILES, `One client loads ${files.size} files:\n${[...files].join('\n')}`);

// The sender is built separately from the main entry, and contains its own copy of the error class.
const { PlatformError } = await import('@platform-sdk/core');
const client = createOrganizationsClient({ apiKey: 'key', accessToken: 'token', baseUrl: 'http://127.0.0.1:1/v1' });
const failure: unknown = await client.list({}, { retry: false }).catch((error: unknown) => error);
assert.ok(failure instanceof PlatformError);
assert.equal(failure.kind, 'network');
assert.match(inspect(failure), /^PlatformError: /);
