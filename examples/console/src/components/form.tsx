import { useState, type FormEvent, type ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { FieldProblems, sortProblems } from './field-problems.ts';

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;

interface FormProps {
  readonly label: string;
  readonly action: string;
  readonly onSubmit: (values: Values, form: HTMLFormElement) => void;
  readonly isBusy?: boolean;
  /** Disables the button if the user lacks the permission. */
  readonly isForbidden?: boolean;
  readonly error?: unknown;
  readonly isInline?: boolean;
  readonly children: ReactNode;
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** A form of plain fields with one button. A rejected field shows its message, and the form shows all other errors below. */
export const Form = ({ label, action, onSubmit, isBusy = false, isForbidden = false, error, isInline = false, children }: FormProps) => {
  const [names, setNames] = useState<readonly string[]>([]);
  const { byField, rest } = sortProblems(error, names);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    const values = valuesOf(event.currentTarget);
    setNames(Object.keys(values));
    onSubmit(values, event.currentTarget);
  };
  return (
    <form aria-label={label} className={isInline ? 'inline' : undefined} onSubmit={submit}>
      <FieldProblems value={byField}>{children}</FieldProblems>
      <button
        type="submit"
        className="primary"
        disabled={isForbidden}
        aria-busy={isBusy}
        title={isForbidden ? 'You may not do this.' : undefined}
      >
        {isBusy ? 'One moment …' : action}
      </button>
      <Failure error={error} text={rest} />
    </form>
  );
};
