const bodyOf = async (html: string): Promise<HTMLElement> => {
  const { parseHTML } = await import('linkedom');
  return parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body;
};

/** Returns the URLs of the images on a page, without duplicates. */
export const imagesIn = async (html: string): Promise<string[]> => {
  const body = await bodyOf(html);
  const addresses = [...body.querySelectorAll('img[src]')].map((image) => image.getAttribute('src') ?? '');
  return [...new Set(addresses)].filter((address) => /^https?:/.test(address));
};

/** Replaces image URLs with file paths. */
export const withImages = async (html: string, files: ReadonlyMap<string, string>): Promise<string> => {
  const body = await bodyOf(html);
  for (const image of body.querySelectorAll('img[src]')) {
    const file = files.get(image.getAttribute('src') ?? '');
    if (file === undefined) continue;
    image.setAttribute('src', file);
    image.removeAttribute('srcset');
  }
  return body.innerHTML;
};
