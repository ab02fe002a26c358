import { CopyButton } from './copy-button.tsx';

interface Props {
  readonly label: string;
  readonly secret: string;
  readonly onDone: () => void;
}

/** Shows a secret that the service returns only once. No cache or storage contains the secret, and `onDone` removes it from the page. */
export const SecretOnce = ({ label, secret, onDone }: Props) => (
  <div className="secret" role="group" aria-label={label}>
    <p>
      <strong>{label}</strong>: it is shown only this once. Keep it in a safe place.
    </p>
    <code>{secret}</code>
    <span className="actions">
      <CopyButton text={secret} subject={label} />
      <button type="button" onClick={onDone}>
        I have kept it
      </button>
    </span>
  </div>
);
