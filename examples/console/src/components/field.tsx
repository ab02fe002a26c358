import { useId, type InputHTMLAttributes, type SelectHTMLAttributes } from 'react';

interface Labelled {
  readonly label: string;
  /** A sentence about the field. */
  readonly hint?: string | undefined;
  /** The problem of the value. */
  readonly problem?: string | undefined;
}

/** An input with its label, its hint and its problem. */
export const Field = ({ label, hint, problem, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId();
  const described = hint || problem ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={described} aria-invalid={problem ? true : undefined} {...input} />
      {described && (
        <p id={described} className={problem ? 'problem' : 'hint'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
};

/** A choice with its label. */
export const Choice = ({ label, hint, problem: _, ...select }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} />
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
};
