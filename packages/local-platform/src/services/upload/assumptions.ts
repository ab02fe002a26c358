import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Permission to upload', choice: 'A signed-in user, a token of `upload.tokens`, or an agent with a valid pass.' },
  {
    topic: 'Types of files',
    choice:
      'Recognized by the extension, ignoring case. Other extensions are 415. A file whose content does not match its extension is 422.',
  },
  {
    topic: 'Size of files',
    choice:
      'A request over 100 MiB is 413. It is rejected before its body is read. If the length is not declared, it is rejected at the limit.',
  },
  {
    topic: 'Text in PDF files',
    choice: 'All text is read, except in Chinese, Japanese or Korean fonts that are not embedded.',
  },
  { topic: '`metadata.pages`', choice: 'The number of pages of a PDF, or 1 for other files.' },
  {
    topic: 'Data files',
    choice:
      'JSON is indented by two spaces, with unchanged values. The cells of a CSV must be separated by commas, and are returned separated by tabs. Text files are UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252.',
  },
  {
    topic: 'Text in images',
    choice: 'Looked up in a table of known images (`upload.imageTexts`), which includes the sample note. Other images have no text.',
  },
  {
    topic: '`source_language`',
    choice: 'Detected by the script, then by frequent short words of seven languages. Unknown languages are `und`.',
  },
  {
    topic: 'Translations',
    choice:
      'No model is used. The result is the text after the target language, such as `[de] ...`. A text in the target language stays unchanged.',
  },
  { topic: 'Uploaded files', choice: 'Not kept after the response.' },
];
