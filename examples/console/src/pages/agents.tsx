import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import { Form } from '../components/form.tsx';
import { Page, Section } from '../components/page.tsx';
import { readConfig } from '../platform/config.ts';

/** Chooses an agent. No operation lists the ids of agents: they come with their requests. */
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
