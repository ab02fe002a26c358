import { useState } from 'react';

interface Props {
  readonly label: string;
  /** Completes the button's name for screen readers, such as the name of a member. */
  readonly subject: string;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
}

/** A button for an action that cannot be undone. The second click confirms it. */
export const ConfirmButton = ({ label, subject, isDisabled = false, onConfirm }: Props) => {
  const [isAsked, setAsked] = useState(false);
  const click = (): void => {
    if (isAsked) onConfirm();
    setAsked(!isAsked);
  };
  return (
    <button
      type="button"
      className={isAsked ? 'danger' : undefined}
      disabled={isDisabled}
      onClick={click}
      onBlur={() => setAsked(false)}
      aria-label={isAsked ? `Confirm: ${label} ${subject}` : `${label} ${subject}`}
    >
      {isAsked ? 'Sure?' : label}
    </button>
  );
};
