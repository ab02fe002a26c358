import { useEffect, useRef } from 'react';
import { Section } from '../../components/page.tsx';

interface Props {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly log: readonly string[];
  readonly percent: number | undefined;
  readonly onCancel: () => void;
}

const STATES: Readonly<Record<Props['status'], string>> = { idle: 'Cancelled', running: 'At work', done: 'Done', failed: 'Failed' };

/** The height of about one line. The log scrolls with new lines if its end is at most this far away. */
const LINE_PX = 24;

/** Shows the log of a job as it arrives, and its progress. */
export const JobLog = ({ status, log, percent, onCancel }: Props) => {
  const end = useRef<HTMLPreElement>(null);
  // False after the reader has scrolled up. The log then does not scroll while it grows.
  const isAtEnd = useRef(true);
  useEffect(() => {
    // In newer browsers this call returns a promise. An effect must not return a promise.
    if (isAtEnd.current) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [log]);
  if (status === 'idle' && log.length === 0) return null;
  return (
    <Section title="Log">
      <div className="bar centred">
        <span role="status">{STATES[status]}</span>
        <progress aria-label="Progress" max={100} {...(percent !== undefined && { value: percent })} />
        {status === 'running' && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <pre
        ref={end}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < LINE_PX;
        }}
        className="log"
        tabIndex={0}
        role="log"
        aria-label="Log of the job"
      >
        {log.join('\n')}
      </pre>
    </Section>
  );
};
