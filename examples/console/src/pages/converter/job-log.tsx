import { useEffect, useRef } from 'react';
import { Section } from '../../components/page.tsx';

interface Props {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly log: readonly string[];
  readonly percent: number | undefined;
  readonly onCancel: () => void;
}

const STATES: Readonly<Record<Props['status'], string>> = { idle: 'Cancelled', running: 'At work', done: 'Done', failed: 'Failed' };

/** The log of a job as it comes, and its progress. */
export const JobLog = ({ status, log, percent, onCancel }: Props) => {
  const end = useRef<HTMLPreElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [log]);
  // A site may have fewer pages than the most that were wanted.
  const value = status === 'done' ? 100 : percent;
  if (status === 'idle' && log.length === 0) return null;
  return (
    <Section title="Log">
      <div className="bar centred">
        <span role="status">{STATES[status]}</span>
        <progress aria-label="Progress" max={100} {...(value !== undefined && { value })} />
        {status === 'running' && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <pre ref={end} className="log" tabIndex={0} role="log" aria-label="Log of the job">
        {log.join('\n')}
      </pre>
    </Section>
  );
};
