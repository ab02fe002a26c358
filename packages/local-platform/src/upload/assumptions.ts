import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  { topic: 'Who may upload', choice: 'A signed-in user, a token of `upload.tokens`, or an agent of a good pass.' },
  {
    topic: 'Types of files',
    choice: 'By the extension, in any case; all others are refused with 415, a file that is not what it is called with 422.',
  },
  {
    topic: 'Size of files',
    choice: 'A request over 100 MiB is refused with 413: before it is read where it says so, else as soon as it shows.',
  },
  { topic: '`metadata.pages`', choice: 'The pages of a PDF; 1 for every other file.' },
  {
    topic: 'Data files',
    choice:
      'JSON is indented by two spaces, its values left as they are written; the cells of a CSV are parted by tabs. Texts are UTF-8 or UTF-16 with a mark, else Windows-1252.',
  },
  {
    topic: 'Text in images',
    choice: 'From a table of known images (`upload.imageTexts`), the sample note among them; nothing is read in all others.',
  },
  {
    topic: '`source_language`',
    choice: 'By the script, then by the most frequent small words of seven languages; `und` when none is found.',
  },
  {
    topic: 'Translations',
    choice:
      'No model is asked: the text with its language in front, such as `[de] ...`; the text itself when it is in that language already.',
  },
  { topic: 'Uploaded files', choice: 'Are forgotten once they are answered for.' },
];
