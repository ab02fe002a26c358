import { createConverterClient } from '@platform-sdk/converter';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { useRelayedClient } from '../../hooks/use-relayed-client.ts';
import { folderOf, type Folder } from './folder.ts';

/** The limits for unpacking an archive in the page, because the memory of a tab is limited. */
const LIMITS = { maxEntries: 2000, maxTotalBytes: 50 * 1024 * 1024 };

/** Shows the files in the archive of a site. */
export const Archive = ({ site }: { readonly site: string }) => {
  const converter = useRelayedClient(createConverterClient);
  const [shown, setShown] = useState<string>();
  const files = useQuery({
    queryKey: ['archive', site],
    queryFn: async ({ signal }) => {
      const archive = await converter.download({ site }, { signal });
      const texts: Record<string, string> = {};
      for await (const entry of archive.entries(LIMITS))
        texts[entry.name] = entry.name.endsWith('.md') ? await entry.text() : 'This file is no text.';
      return texts;
    },
  });
  return (
    <Section title="Archive">
      <Loaded query={files}>
        {(texts) => (
          <div className="split">
            <Files folder={folderOf(Object.keys(texts))} onShow={setShown} />
            {shown !== undefined && (
              <pre className="prose" tabIndex={0} role="region" aria-label={shown}>
                {texts[shown]}
              </pre>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
};

interface FilesProps {
  readonly folder: Folder;
  readonly onShow: (path: string) => void;
}

const Files = ({ folder: { folders, files }, onShow }: FilesProps) => (
  <ul className="tree">
    {folders.map(({ name, folder }) => (
      <li key={name}>
        <details open>
          <summary>{name}</summary>
          <Files folder={folder} onShow={onShow} />
        </details>
      </li>
    ))}
    {files.map(({ name, path }) => (
      <li key={path}>
        <button type="button" className="link" onClick={() => onShow(path)}>
          {name}
        </button>
      </li>
    ))}
  </ul>
);
