import { asHtml } from '../converter/as-html.ts';
import { extract } from '../converter/extraction.ts';
import { imagesIn, withImages } from '../converter/images-in.ts';
import { markdownOf } from '../converter/markdown.ts';
import { readUpload } from '../upload/read-upload.ts';

/**
 * The tasks for uploaded or fetched documents. Even small documents can take much time and memory, so the tasks can run in a worker. Inputs
 * and results must be values that structured cloning supports.
 */
export const tasks = {
  readPage: async ({ href, ...page }: Parameters<typeof asHtml>[0]) => extract(asHtml({ href, ...page }), href),

  imagesIn: ({ html }: { readonly html: string }) => imagesIn(html),

  toMarkdown: async ({ html, files }: { readonly html: string; readonly files: ReadonlyMap<string, string> }) => {
    const markdown = await markdownOf(files.size > 0 ? await withImages(html, files) : html);
    return { markdown, words: markdown.match(/[\p{L}\p{N}]+/gu)?.length ?? 0 };
  },

  readUpload,
};

type Tasks = typeof tasks;

export type TaskName = keyof Tasks;
type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

/** Runs a task with limits. Rejects with the error of the task. If the task exceeds a limit, rejects with the code `TIMEOUT` or `BROWSER_ERROR`. */
export type RunTask = <Name extends TaskName>(name: Name, input: TaskInput<Name>) => Promise<TaskResult<Name>>;
