/** Shows named values side by side. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, string | number>> }) => (
  <dl className="facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
