import { useJob } from '@platform-sdk/react';
import { useState } from 'react';
import { Choice, Field } from '../components/field.tsx';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { Page, Section } from '../components/page.tsx';
import { useConverter, type ConverterTask as Task } from '../hooks/use-converter.ts';
import { readConfig } from '../platform/config.ts';
import { Archive } from './converter/archive.tsx';
import { JobLog } from './converter/job-log.tsx';

/** Converts a page or a complete site to Markdown. */
export const Converter = () => {
  const converter = useConverter();
  const [task, setTask] = useState<Task>();
  const { status, log, percent, result, error, start, cancel } = useJob((each: Task, { signal }) => converter.start(each, signal));
  const isBusy = status === 'running';
  const begin = (next: Task): void => {
    setTask(next);
    void start(next);
  };
  return (
    <Page title="Converter">
      <Form
        label="Convert"
        action="Convert"
        isInline
        isBusy={isBusy}
        onSubmit={({ url = '', job = '' }) => begin({ url, job: job === 'crawl' ? 'crawl' : 'convert' })}
      >
        <Field label="Address" name="url" type="url" required defaultValue={readConfig().hints.site} />
        <Choice label="Scope" name="job" defaultValue="convert">
          <option value="convert">one page</option>
          <option value="crawl">all of the site</option>
        </Choice>
      </Form>
      <JobLog status={status} log={log} percent={percent} onCancel={cancel} />
      <Failure error={error} onRetry={task && (() => begin(task))} />
      {result && 'markdown' in result && <Preview markdown={result.markdown} />}
      {result && task?.job === 'crawl' && <Archive site={new URL(task.url).hostname} />}
    </Page>
  );
};

const Preview = ({ markdown }: { readonly markdown: string }) => (
  <Section title="Page">
    <pre className="prose" tabIndex={0} role="region" aria-label="Markdown of the page">
      {markdown}
    </pre>
  </Section>
);
