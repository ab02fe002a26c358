import { createSearchClient } from '@platform-sdk/search';
import { query } from '@platform-sdk/query';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { Choice, Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';
import { useRelayedClient } from '../hooks/use-relayed-client.ts';

/** Searches for the terms in the URL, so that the back button returns to the previous search. */
export const Search = () => {
  const [parameters] = useSearchParams();
  const [, goTo] = useLocation();
  const words = parameters.get('q') ?? '';
  const flow = parameters.get('flow') === 'agentic' ? 'agentic' : 'search_only';
  return (
    <Page title="Search">
      <Form
        key={`${flow} ${words}`}
        label="Search"
        action="Search"
        isInline
        onSubmit={({ q = '', flow: wanted = '' }) => goTo(`/search?${new URLSearchParams({ q, flow: wanted })}`)}
      >
        <Field label="Words" name="q" type="search" required defaultValue={words} />
        <Choice label="Result" name="flow" defaultValue={flow}>
          <option value="search_only">pages</option>
          <option value="agentic">an answer with its sources</option>
        </Choice>
      </Form>
      {words !== '' && (flow === 'agentic' ? <Answer words={words} /> : <Pages words={words} />)}
    </Page>
  );
};

/** Returns true for URLs that may become links. Other URLs could begin with `javascript:`. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

const Source = ({ title, url }: { readonly title: string; readonly url: string }) =>
  isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {title || url}
    </a>
  ) : (
    <>{title || url}</>
  );

const Pages = ({ words }: { readonly words: string }) => {
  const client = useRelayedClient(createSearchClient);
  const search = useQuery({
    ...query(client.search, words ? { query: words, flow: 'search_only' } : skipToken),
    select: (found) => ('results' in found ? found.results : []),
  });
  return (
    <Section title="Found pages">
      <Loaded query={search}>
        {(results) => (
          <ul className="rows">
            {results.length === 0 && <li className="quiet">Nothing was found.</li>}
            {results.map((result) => (
              <li key={result.url}>
                <span>
                  <Source title={result.title ?? ''} url={result.url} />
                  <span className="quiet">{'snippet' in result && result.snippet}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
};

const Answer = ({ words }: { readonly words: string }) => {
  const client = useRelayedClient(createSearchClient);
  const search = useQuery({
    ...query(client.search, words ? { query: words, flow: 'agentic' } : skipToken),
    select: (found) => ('answer' in found ? found : null),
  });
  return (
    <Section title="Answer">
      <Loaded query={search}>
        {(found) => (
          <>
            <p className="prose">{found.answer}</p>
            <ul className="rows" aria-label="Sources">
              {found.sources.map(({ title, url }) => (
                <li key={url}>
                  <Source title={title} url={url} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Section>
  );
};
