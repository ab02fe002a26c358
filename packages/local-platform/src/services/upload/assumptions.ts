import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Permission to upload', choice: 'A signed-in user, a token of `upload.tokens`, or an agent with a valid pass.' },
  {
    topic: 'Types of files',
    choice: 'By the extension, in any case. All others are rejected with 415. A file whose content does not match its extension is 422.',
  },
  {
    topic: 'Size of files',
    choice:
      'A request over 100 MiB is 413. It is rejected before it is read. Without a declared length it is rejected when it exceeds the limit.',
  },
  {
    topic: 'Text in PDF files',
    choice: 'All but the text in a Chinese, Japanese or Korean font that is not embedded.',
  },
  { topic: '`metadata.pages`', choice: 'The pages of a PDF; 1 for every other file.' },
  {
    topic: 'Data files',
    choice:
      'JSON is indented by two spaces, with its values unchanged. The cells of a CSV are separated by tabs; only a comma separates them in the file. Texts are UTF-8 or UTF-16 with a byte order mark, else Windows-1252.',
  },
  {
    topic: 'Text in images',
    choice: 'From a table of known images (`upload.imageTexts`), which includes the sample note. All other images have no text.',
  },
  {
    topic: '`source_language`',
    choice: 'By the script, then by the most frequent small words of seven languages; `und` when none is found.',
  },
  {
    topic: 'Translations',
    choice:
      'No model is used. The result is the text with its language in front, such as `[de] ...`. A text that is already in the language stays unchanged.',
  },
  { topic: 'Uploaded files', choice: 'Not kept after the response.' },
];
