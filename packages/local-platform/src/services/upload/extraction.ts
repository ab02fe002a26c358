import { openArchive } from '@platform-sdk/converter';
import { MAX_OUTPUT } from '../documents/limits.ts';
import { createJsonScan } from '../../requests/json-limits.ts';
import { refuse } from '../../errors/refusal.ts';
import { imageTexts } from './image-texts.ts';
import { indented } from './json-text.ts';
import type { LocalUploadOptions } from '../../options/upload.ts';

/** The extracted content of a file. */
export interface Extracted {
  readonly text: string;
  readonly pages: number;
  readonly hasImages: boolean;
}

type Extract = (bytes: Uint8Array<ArrayBuffer>, imageTexts?: LocalUploadOptions['imageTexts']) => Extracted | Promise<Extracted>;

const plain = (text: string): Extracted => ({ text, pages: 1, hasImages: false });

/** Decodes UTF-16 with a byte order mark, UTF-8, or else Windows-1252. */
const decode = (bytes: Uint8Array): string => {
  if (bytes.length > MAX_OUTPUT) throw new Error(`The file has more than ${MAX_OUTPUT} bytes of text.`);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** The limits for JSON files. Real data files contain fewer values. Parsed values need many times the memory of the text. */
const JSON_LIMITS = { maxBytes: MAX_OUTPUT, maxDepth: Infinity, maxValues: 500_000 };

const readJson: Extract = (bytes) => {
  const text = decode(bytes);
  const scan = createJsonScan(JSON_LIMITS);
  scan.add(bytes);
  if (scan.excess() !== undefined) throw new Error(`It ${scan.excess()}.`);
  return plain(indented(text));
};

const readCsv: Extract = async (bytes) => {
  const { parse } = await import('csv-parse/sync');
  // The options also accept lines that are not valid CSV, such as `1;"x;y"` and `5" disk`.
  const rows = parse(decode(bytes), { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  return plain(rows.map((cells) => cells.join('\t')).join('\n'));
};

const readPdf: Extract = async (bytes) => {
  // The path `unpdf/pdfjs` avoids the main entry of `unpdf`, which imports an optional package. Bundlers fail if that package is missing.
  const { getDocument, OPS } = await import('unpdf/pdfjs');
  const document = await getDocument({ data: bytes, useSystemFonts: true, verbosity: 0 }).promise;
  try {
    const text: string[] = [];
    const painting = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
    let hasImages = false;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      text.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
      if (!hasImages) hasImages = (await page.getOperatorList()).fnArray.some((operator) => painting.has(operator));
    }
    return { text: text.join('\n\n'), pages: document.numPages, hasImages };
  } finally {
    await document.cleanup();
  }
};

/** The limit for the unpacked text of a DOCX file, in bytes. */
const MAX_DOCX_BYTES = 8 * 1024 * 1024;

/** Checks the unpacked size before unpacking, because a small file can unpack to a huge size. */
const checkUnpacked = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  const limits = { maxEntryBytes: Infinity, maxTotalBytes: Infinity, maxRatio: Infinity };
  let left = MAX_DOCX_BYTES;
  for await (const entry of openArchive(bytes).entries(limits)) {
    // Only text is unpacked, not images.
    if (!/\.(?:xml|rels)$/i.test(entry.name)) continue;
    if ((left -= entry.size) < 0) throw new Error(`It is unpacked to more than ${MAX_DOCX_BYTES} bytes of text.`);
    // Reading the entry throws if its declared size is wrong.
    await entry.bytes();
  }
};

const readDocx: Extract = async (bytes) => {
  await checkUnpacked(bytes);
  const { default: mammoth } = await import('mammoth');
  const buffer = Buffer.from(bytes);
  let hasImages = false;
  const convertImage = mammoth.images.imgElement(async () => {
    hasImages = true;
    return { src: '' };
  });
  await mammoth.convertToHtml({ buffer }, { convertImage });
  const { value } = await mammoth.extractRawText({ buffer });
  return { text: value.trim(), pages: 1, hasImages };
};

const readImage =
  (beginning: RegExp): Extract =>
  async (bytes, more = {}) => {
    if (!beginning.test(String.fromCharCode(...bytes.subarray(0, 16)))) throw new Error('It begins as another kind of file.');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    return { text: more[digest] ?? imageTexts[digest] ?? '', pages: 1, hasImages: true };
  };

const readText: Extract = (bytes) => plain(decode(bytes));

const EXTRACTIONS: Readonly<Record<string, Extract>> = {
  pdf: readPdf,
  docx: readDocx,
  jpg: readImage(/^\u00ff\u00d8\u00ff/),
  // oxlint-disable-next-line no-control-regex -- PNG's signature contains control characters
  png: readImage(/^\u0089PNG\r\n\u001a\n/),
  webp: readImage(/^RIFF[^]{4}WEBP/),
  json: readJson,
  csv: readCsv,
  txt: readText,
  md: readText,
};

/** Extracts the content of a file by its extension. Rejects unsupported and unreadable files. */
export const extract = async (
  filename: string,
  bytes: Uint8Array<ArrayBuffer>,
  known: LocalUploadOptions['imageTexts'],
): Promise<Extracted> => {
  const extension = /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  const read = Object.hasOwn(EXTRACTIONS, extension) ? EXTRACTIONS[extension] : undefined;
  if (!read) return refuse(415, 'UNSUPPORTED_TYPE', `Files of this type are not supported: ${filename}`);
  try {
    return await read(bytes, known);
  } catch (error) {
    return refuse(422, 'UNREADABLE', `The file cannot be read as .${extension}: ${error instanceof Error ? error.message : String(error)}`);
  }
};
