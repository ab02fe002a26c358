import { readFileSync, globSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { snippetsOf } from './snippets/find.ts';
import { writeSnippets } from './snippets/check-types.ts';
import { root } from './workspace.ts';
const pages = globSync(process.argv.slice(2), { cwd: root });
const written = await writeSnippets(pages.flatMap((p) => snippetsOf(p, readFileSync(join(root, p), 'utf8'))));
for (const w of written) {
  if (w.snippet.notRun || w.snippet.file) continue;
  console.log('##', w.snippet.page, w.snippet.pieces.at(-1)!.line);
  try {
    console.log(
      execFileSync(process.execPath, ['-C', '@platform-sdk/source', join(root, 'scripts/snippets/child.ts'), w.path], {
        cwd: '/tmp',
        encoding: 'utf8',
        timeout: 30000,
      }).slice(0, 500),
    );
  } catch (e: any) {
    console.log('FAILED', e.message.slice(0, 1500));
  }
}
