import { useState } from 'react';

/** Copies a string. Announces the result to screen readers. */
export const CopyButton = ({ text, subject }: { readonly text: string; readonly subject: string }) => {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button type="button" aria-label={`Copy ${subject}`} onClick={() => void copy()}>
        Copy
      </button>
      <span role="status" className="quiet">
        {state === 'copied' && 'Copied'}
        {state === 'failed' && 'Select the text and copy it'}
      </span>
    </>
  );
};
