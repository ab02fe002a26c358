import { use, useId, type InputHTMLAttributes, type SelectHTMLAttributes } from 'react';
import { FieldProblems } from './field-problems.ts';

interface Labelled {
  readonly label: string;
  /** A sentence that explains the field. */
  readonly hint?: string | undefined;
  readonly name?: string | undefined;
}

/** Returns the id of a field and its note. The note is the field's problem, or its hint if the field is valid. */
const useNote = ({ name = '', hint }: Pick<Labelled, 'name' | 'hint'>) => {
  const id = useId();
  const problem = use(FieldProblems)[name];
  const text = problem ?? hint;
  const noteId = text ? `${id}-note` : undefined;
  const note = text && (
    <p id={noteId} className={problem ? 'problem' : 'hint'} role={problem ? 'alert' : undefined}>
      {text}
    </p>
  );
  return { note, input: { id, 'aria-describedby': noteId, 'aria-invalid': problem ? true : undefined } };
};

/** An input with its label, and with its problem or hint. */
export const Field = ({ label, hint, ...more }: Labelled & InputHTMLAttributes<HTMLInputElement>) => {
  const { note, input } = useNote({ name: more.name, hint });
  return (
    <div className="field">
      <label htmlFor={input.id}>{label}</label>
      <input {...input} {...more} />
      {note}
    </div>
  );
};

/** A select element with its label. */
export const Choice = ({ label, hint, ...more }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) => {
  const { note, input } = useNote({ name: more.name, hint });
  return (
    <div className="field">
      <label htmlFor={input.id}>{label}</label>
      <select {...input} {...more} />
      {note}
    </div>
  );
};
