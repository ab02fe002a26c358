// @vitest-environment happy-dom
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { toStandardSchema } from '@platform-sdk/core';
import { mutation } from '@platform-sdk/query';
import * as contract from '@platform-sdk/organizations/contract';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { expect, expectTypeOf, it } from 'vitest';
import { createSignedInScene, until } from './scene.ts';

const schema = toStandardSchema(contract.update.input);

it('a form shows the messages of a call at its fields, and sends valid input', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const Form = () => {
    const { mutate } = useMutation(mutation(organizations.update));
    const { register, handleSubmit, formState } = useForm({
      resolver: standardSchemaResolver(schema),
      defaultValues: { organizationId, name: '' },
    });
    const submit = handleSubmit((values) => mutate(values));
    return createElement(
      'form',
      { onSubmit: (event) => void submit(event) },
      createElement('input', register('name')),
      createElement('p', null, formState.errors.name?.message ?? 'fine'),
      createElement('button', { type: 'submit' }),
    );
  };
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Form)));
  await until(() => element.querySelector('button') !== null);
  element.querySelector('button')!.click();
  await until(() => element.querySelector('p')!.textContent === 'name is empty');
  expect(countOf('organizations.update')).toBe(0);
  const input = element.querySelector('input')!;
  // React overrides the property of the element, so the setter of the prototype is called.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Renamed');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await until(() => element.querySelector('p')!.textContent === 'fine');
  element.querySelector('button')!.click();
  await until(() => countOf('organizations.update') === 1);
  await expect(organizations.get({ organizationId, forceRefresh: true })).resolves.toMatchObject({ name: 'Renamed' });
  root.unmount();
  queryClient.clear();
});

it("an operation's Standard Schema has the types of the specification", () => {
  expectTypeOf(schema).toExtend<StandardSchemaV1<{ organizationId: string; name: string }>>();
  expectTypeOf<StandardSchemaV1.InferOutput<typeof schema>>().toEqualTypeOf<{ organizationId: string; name: string }>();
});
