import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { Form } from '../components/form.tsx';
import { Page, Section } from '../components/page.tsx';
import { readConfig } from '../platform/config.ts';

/** Lets the user enter an agent's id. No operation lists agents, and an agent's id only appears in its requests. */
export const Agents = () => {
  const [, goTo] = useLocation();
  const id = useId();
  const { agents = [] } = readConfig().hints;
  return (
    <Page title="Agents">
      <Section title="Activity of an agent">
        <Form label="Agent" action="Show" isInline onSubmit={({ agent = '' }) => goTo(`/agents/${encodeURIComponent(agent)}`)}>
          <div className="field">
            <label htmlFor={id}>Id of the agent</label>
            <input id={id} name="agent" required />
          </div>
        </Form>
      </Section>
      <ul className="cards">
        {agents.map((agent) => (
          <li key={agent}>
            <Link href={`/agents/${encodeURIComponent(agent)}`}>{agent}</Link>
          </li>
        ))}
      </ul>
    </Page>
  );
};
