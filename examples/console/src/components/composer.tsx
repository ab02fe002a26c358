import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';

interface Props {
  readonly isBusy: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

/** An input for a message. Enter sends the message, and Shift+Enter begins a new line. */
export const Composer = ({ isBusy, onSend, onStop }: Props) => {
  const id = useId();
  const [text, setText] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    onSend(text.trim());
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  return (
    <form className="composer" aria-label="New message" onSubmit={send}>
      <label htmlFor={id} className="hidden">
        Message
      </label>
      <textarea
        id={id}
        rows={2}
        placeholder="Write a message"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      {isBusy ? (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="primary">
          Send
        </button>
      )}
    </form>
  );
};
