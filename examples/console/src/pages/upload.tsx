import { createUploadClient, type UploadText, type UploadTranslation } from '@platform-sdk/upload';
import { useClient, useUpload } from '@platform-sdk/react';
import { useId, useState, type DragEvent } from 'react';
import { Choice } from '../components/field.tsx';
import { Facts } from '../components/facts.tsx';
import { Failure } from '../components/failure.tsx';
import { Page, Section } from '../components/page.tsx';
import { saveBlob } from '../components/save-blob.ts';

const LANGUAGES: Readonly<Record<string, string>> = { '': 'no translation', de: 'German', en: 'English', fr: 'French', es: 'Spanish' };

/** Extracts the text of a file, and translates it. */
export const Upload = () => {
  const client = useClient(createUploadClient);
  const [language, setLanguage] = useState('');
  const [latest, setLatest] = useState<File>();
  const { status, progress, result, error, upload, cancel } = useUpload((file: File, options) =>
    client.upload({ file, ...(language && { translate_to: language }) }, options),
  );
  const isBusy = status === 'uploading';
  const begin = (file: File | undefined): void => {
    if (!file || isBusy) return;
    setLatest(file);
    void upload(file);
  };
  return (
    <Page title="Upload">
      <Choice label="Translate to" value={language} disabled={isBusy} onChange={({ target }) => setLanguage(target.value)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Choice>
      <DropZone isBusy={isBusy} onFile={begin} />
      {isBusy && <Progress name={latest?.name} progress={progress} onCancel={cancel} />}
      <Failure error={error} onRetry={() => begin(latest)} />
      {result && <Result result={result} />}
    </Page>
  );
};

interface DropZoneProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File | undefined) => void;
}

const DropZone = ({ isBusy, onFile }: DropZoneProps) => {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className={isOver ? 'drop over' : 'drop'} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <label htmlFor={id}>Drop a file here, or choose one</label>
      <input
        id={id}
        type="file"
        accept=".pdf,.docx,.jpg,.png,.webp,.json,.csv,.txt,.md"
        disabled={isBusy}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Clears the input, so that the user can choose the same file again.
          target.value = '';
        }}
      />
    </div>
  );
};

interface ProgressProps {
  readonly name: string | undefined;
  readonly progress: { readonly sentBytes: number; readonly totalBytes?: number | undefined } | undefined;
  readonly onCancel: () => void;
}

const Progress = ({ name = 'file', progress, onCancel }: ProgressProps) => (
  <div className="bar">
    <progress aria-label={`Upload of ${name}`} value={progress?.sentBytes ?? 0} max={progress?.totalBytes ?? 1} />
    <button type="button" onClick={onCancel}>
      Cancel
    </button>
  </div>
);

const Result = ({ result }: { readonly result: UploadText | UploadTranslation }) =>
  'translated_text' in result ? (
    <>
      <Text title={`Translation from ${result.source_language} to ${result.target_language}`} text={result.translated_text} />
      <Text title="Original" text={result.original_text} />
    </>
  ) : (
    <>
      <Facts facts={{ File: result.filename, Pages: result.metadata.pages, Images: result.metadata.has_images ? 'yes' : 'no' }} />
      <Text title="Text" text={result.extracted_text} />
    </>
  );

/** The maximum number of characters to show. A page with megabytes of text takes seconds to render. */
const SHOWN = 50_000;

const Text = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Section title={title}>
    <pre tabIndex={0} role="region" aria-label={title}>
      {text.slice(0, SHOWN)}
    </pre>
    <p className="actions">
      <button type="button" aria-label={`Save: ${title}`} onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'text.txt')}>
        Save as a file
      </button>
      {text.length > SHOWN && (
        <span className="quiet">
          These are the first {SHOWN} of {text.length} characters.
        </span>
      )}
    </p>
  </Section>
);
