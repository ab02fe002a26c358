/** Valid and invalid ZIP archives, written byte by byte from PKWARE's APPNOTE. */
import { crc32, deflateRawSync } from 'node:zlib';

const utf8 = new TextEncoder();

/** A file of an archive. Optional members replace its correct values. */
export interface Part {
  readonly name: string | Uint8Array;
  readonly data?: string | Uint8Array;
  readonly method?: number;
  /** General purpose flags. Bit 11 marks the name as UTF-8. */
  readonly flags?: number;
  /** The checksum in the directory. It is also the default for the local header. */
  readonly crc?: number;
  readonly packed?: number;
  readonly size?: number;
  /** Writes the sizes and the checksum after the content, with or without a signature. */
  readonly descriptor?: 'signed' | 'bare';
  /** Values of the local header that differ from the directory. */
  readonly local?: {
    readonly name?: string;
    readonly crc?: number;
    readonly packed?: number;
    readonly size?: number;
    readonly method?: number;
  };
  /** General purpose flags of the local header only. */
  readonly localFlags?: number;
  readonly offset?: number;
  /** The system that created the archive, and the attributes. 3 is Unix, whose mode is in the upper half. */
  readonly madeBy?: number;
  readonly attributes?: number;
  readonly extra?: Uint8Array;
  /** Writes the sizes and the offset as 64-bit numbers. */
  readonly is64?: boolean;
  /** The compressed content. */
  readonly content?: Uint8Array;
}

/** The parts of an archive before and after its files. */
export interface Around {
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  readonly comment?: string | Uint8Array;
  readonly is64?: boolean;
  /** Values of the end record that differ from the correct values. */
  readonly entries?: number;
  readonly size?: number;
  readonly offset?: number;
  readonly disk?: number;
}

const bytesOf = (value: string | Uint8Array): Uint8Array => (typeof value === 'string' ? utf8.encode(value) : value);

/** Returns numbers in little-endian order. Each field is `[bytes, value]`. */
const record = (...fields: readonly (readonly [length: 1 | 2 | 4 | 8, value: number])[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [length]) => sum + length, 0)));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 1) view.setUint8(at, value);
    else if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return new Uint8Array(view.buffer);
};

const LARGE = 0xff_ff_ff_ff;

/** Returns the bytes of an archive. */
export const zip = (parts: readonly Part[], around: Around = {}): Uint8Array => {
  const { before = new Uint8Array(), after = new Uint8Array(), is64 = false } = around;
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = bytesOf(part.name);
    const data = bytesOf(part.data ?? '');
    const method = part.method ?? 8;
    const content = part.content ?? (method === 8 ? deflateRawSync(data) : data);
    const isUtf8 = typeof part.name === 'string' ? 0x08_00 : 0;
    const flags = part.flags ?? isUtf8 | (part.descriptor ? 8 : 0);
    const crc = part.crc ?? crc32(data);
    const packed = part.packed ?? content.length;
    const size = part.size ?? data.length;
    const { local = {}, extra = new Uint8Array(), madeBy = 0, attributes = 0 } = part;
    const own = { crc: local.crc ?? crc, packed: local.packed ?? packed, size: local.size ?? size, method: local.method ?? method };
    const shown = part.descriptor ? { crc: 0, packed: 0, size: 0 } : part.is64 ? { crc: own.crc, packed: LARGE, size: LARGE } : own;
    const localName = local.name === undefined ? name : bytesOf(local.name);
    const localExtra =
      part.is64 && !part.descriptor ? Buffer.concat([record([2, 1], [2, 16], [8, own.size], [8, own.packed]), extra]) : extra;
    const width = part.is64 ? 8 : 4;
    const behind =
      part.descriptor === undefined
        ? new Uint8Array()
        : Buffer.concat([
            part.descriptor === 'signed' ? record([4, 0x08_07_4b_50]) : new Uint8Array(),
            record([4, crc], [width, packed], [width, size]),
          ]);
    const file = Buffer.concat([
      record(
        [4, 0x04_03_4b_50],
        [2, 20],
        [2, part.localFlags ?? flags],
        [2, own.method],
        [2, 0],
        [2, 33],
        [4, shown.crc],
        [4, shown.packed],
        [4, shown.size],
      ),
      record([2, localName.length], [2, localExtra.length]),
      localName,
      localExtra,
      content,
      behind,
    ]);
    const place = part.offset ?? offset;
    const longs = part.is64 ? record([2, 1], [2, 24], [8, size], [8, packed], [8, place]) : new Uint8Array();
    const allExtra = Buffer.concat([longs, extra]);
    directory.push(
      Buffer.concat([
        record([4, 0x02_01_4b_50], [1, 20], [1, madeBy], [2, 20], [2, flags], [2, method], [2, 0], [2, 33], [4, crc]),
        record(
          [4, part.is64 ? LARGE : packed],
          [4, part.is64 ? LARGE : size],
          [2, name.length],
          [2, allExtra.length],
          [2, 0],
          [2, 0],
          [2, 0],
        ),
        record([4, attributes], [4, part.is64 ? LARGE : place]),
        name,
        allExtra,
      ]),
    );
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const comment = bytesOf(around.comment ?? '');
  const entries = around.entries ?? parts.length;
  const size = around.size ?? listed.length;
  const start = around.offset ?? offset;
  const disk = around.disk ?? 0;
  const long = is64
    ? Buffer.concat([
        record([4, 0x06_06_4b_50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, entries], [8, entries], [8, size], [8, start]),
        record([4, 0x07_06_4b_50], [4, 0], [8, offset + listed.length], [4, 1]),
      ])
    : new Uint8Array();
  const end = record(
    [4, 0x06_05_4b_50],
    [2, disk],
    [2, disk],
    [2, is64 ? 0xff_ff : entries],
    [2, is64 ? 0xff_ff : entries],
    [4, is64 ? LARGE : size],
    [4, is64 ? LARGE : start],
    [2, comment.length],
  );
  return new Uint8Array(Buffer.concat([before, ...files, listed, long, end, comment, after]));
};

const zeros = (length: number): Uint8Array => new Uint8Array(length);
const MIB = 1024 * 1024;
const page = { name: 'docs.example.com/pages/a/output/page.md', data: '# A\n' };

/** Returns an archive in which many names share the bytes of one file, as in the overlapping bombs of David Fifield. */
const overlapping = (count: number): Uint8Array => {
  const kernel: Part = { name: 'kernel', data: 'x'.repeat(40_000) };
  return zip(Array.from({ length: count }, (_, index) => ({ ...kernel, name: index === 0 ? 'kernel' : `copy-${index}`, offset: 0 })));
};

/** Returns an archive with two overlapping files. The content of the first file begins with the second file. */
const quoting = (): Uint8Array => {
  const inner = zip([{ name: 'inner', data: 'x'.repeat(1000) }]);
  const header = 30 + 'outer'.length;
  return zip([
    { name: 'outer', method: 0, data: inner.subarray(0, 200) },
    { name: 'inner', data: 'x'.repeat(1000), offset: header },
  ]);
};

const unsafe = (name: string | Uint8Array): Uint8Array => zip([page, { name, data: 'bad' }]);
const twice = (one: string, other: string): Uint8Array =>
  zip([
    { name: one, data: '1' },
    { name: other, data: '2' },
  ]);
const linked = (mode: number, madeBy = 3): Uint8Array =>
  zip([{ name: 'link', data: '/etc/passwd', madeBy, attributes: (mode << 16) >>> 0 }]);
const nested = (depth: number): Uint8Array =>
  Array.from({ length: depth }).reduce<Uint8Array>(
    (inner) => zip([{ name: 'inner.zip', data: inner }]),
    zip([{ name: 'zeros', data: zeros(MIB) }]),
  );

const whole = zip([page, { name: 'docs.example.com/site.json', data: '{}' }]);

/** Returns a function that builds an archive when it is first called, and then returns the same archive. */
const once = (build: () => Uint8Array): (() => Uint8Array) => {
  let built: Uint8Array | undefined;
  return () => (built ??= build());
};

const hostileRows: readonly (readonly [name: string, code: string, archive: () => Uint8Array])[] = [
  ['a flat bomb', 'LIMIT', () => zip([{ name: 'zeros', data: zeros(64 * MIB) }])],
  ['a flat bomb that declares a small size', 'WRONG_SIZE', () => zip([{ name: 'zeros', data: zeros(64 * MIB), size: 100_000 }])],
  ['a bomb of many files', 'LIMIT', () => zip(Array.from({ length: 300 }, (_, index) => ({ name: `${index}`, data: zeros(MIB) })))],
  [
    'more files than the limit allows',
    'LIMIT',
    () =>
      zip(
        Array.from({ length: 100_001 }, (_, index) => ({ name: `${index}`, method: 0 as const })),
        { is64: true },
      ),
  ],
  ['a size that exceeds all limits', 'LIMIT', () => zip([{ ...page, size: 2 ** 40, is64: true }])],
  ['a size that is not a safe integer', 'DAMAGED', () => zip([{ ...page, size: 2 ** 60, is64: true }])],
  ['names that share the bytes of one file', 'DAMAGED', () => overlapping(100)],
  ['overlapping files', 'OVERLAPPING', quoting],
  ['a size that is too small', 'WRONG_SIZE', () => zip([{ ...page, size: 3 }])],
  ['a size that is too large', 'WRONG_SIZE', () => zip([{ ...page, size: 5 }])],
  ['a compressed size that is too small', 'DAMAGED', () => zip([{ ...page, packed: 3 }])],
  ['a compressed size that exceeds the archive', 'DAMAGED', () => zip([{ ...page, packed: 100_000 }])],
  ['two different sizes', 'WRONG_SIZE', () => zip([{ ...page, local: { size: 400 } }])],
  ['two different compressed sizes', 'WRONG_SIZE', () => zip([{ ...page, local: { packed: 400 } }])],
  ['two different sizes of a stored file', 'WRONG_SIZE', () => zip([{ ...page, method: 0, size: 400 }])],
  ['two different checksums', 'WRONG_CRC', () => zip([{ ...page, local: { crc: 7 } }])],
  ['a wrong checksum', 'WRONG_CRC', () => zip([{ ...page, crc: 7 }])],
  ['a wrong checksum of a stored file', 'WRONG_CRC', () => zip([{ ...page, method: 0, crc: 7 }])],
  ['a wrong checksum after the content', 'WRONG_CRC', () => zip([{ ...page, descriptor: 'signed', crc: 7 }])],
  ['content that is not deflated', 'DAMAGED', () => zip([{ ...page, content: utf8.encode('not deflated') }])],
  [
    'bytes after the end of a compressed file',
    'DAMAGED',
    () => zip([{ ...page, content: Buffer.concat([deflateRawSync('# A\n'), zeros(3)]) }]),
  ],
  ['more entries than fit into its directory', 'DAMAGED', () => zip([page], { is64: true, entries: 2 ** 40 })],
  ['two different names of one file', 'DAMAGED', () => zip([{ name: 'good.md', data: 'x', local: { name: 'evil.md' } }])],
  ['two different compression methods of one file', 'DAMAGED', () => zip([{ ...page, local: { method: 0 } }])],
  ['an offset beyond the archive', 'DAMAGED', () => zip([{ ...page, offset: 100_000 }])],
  ['an offset where no file begins', 'DAMAGED', () => zip([{ ...page, offset: 3 }])],
  ['an encrypted file', 'ENCRYPTED', () => zip([{ ...page, flags: 0x08_01 }])],
  ['strong encryption', 'ENCRYPTED', () => zip([{ ...page, flags: 0x08_41 }])],
  ['an encrypted directory', 'ENCRYPTED', () => zip([{ ...page, flags: 0x28_00 }])],
  ['an unsupported compression method', 'UNSUPPORTED', () => zip([{ ...page, method: 12 }])],
  ['several disks', 'UNSUPPORTED', () => zip([page], { disk: 1 })],
  ['fewer files than declared', 'DAMAGED', () => zip([page], { entries: 2 })],
  ['more files than declared', 'DAMAGED', () => zip([page, { name: 'b', data: 'b' }], { entries: 1 })],
  ['a wrong offset of the directory', 'DAMAGED', () => zip([page], { offset: 100_000 })],
  ['a directory that is longer than declared', 'DAMAGED', () => zip([page], { size: 10 })],
  ['two end records', 'DAMAGED', () => new Uint8Array(Buffer.concat([whole.subarray(0, -2), record([2, whole.length]), whole]))],
  ['text instead of an archive', 'TRUNCATED', () => utf8.encode('PK, but not what was meant')],
  ['no bytes', 'TRUNCATED', () => new Uint8Array()],
  ...[
    '..',
    '../evil',
    'a/../../evil',
    'a/..',
    '.',
    './.',
    './../evil',
    './/etc/evil',
    './C:evil',
    'a/./b',
    '/etc/evil',
    '//host/evil',
    'a//b',
  ].map((name) => [`the name ${name}`, 'UNSAFE_NAME', () => unsafe(name)] as const),
  ...['C:evil', 'C:\\evil', 'c:/evil', '\\evil', 'a\\..\\evil', '..\\evil', '\\\\host\\evil', 'file:stream'].map(
    (name) => [`the name ${name}`, 'UNSAFE_NAME', () => unsafe(name)] as const,
  ),
  ...['CON', 'con.txt', 'a/NUL', 'a/nul.md/b', 'COM1', 'lpt9.log', 'COM¹', 'AUX ', 'prn.', 'CONIN$', 'a/PRN .txt'].map(
    (name) => [`the name ${name}`, 'UNSAFE_NAME', () => unsafe(name)] as const,
  ),
  ...[
    'a\0b',
    'a\nb',
    'a\u007fb',
    'a\u0085b',
    'a.',
    'a ',
    'a./b',
    'a?',
    'a*b',
    'a|b',
    'a<b',
    'a"b',
    'x'.repeat(256),
    `${'x/'.repeat(600)}x`,
  ].map(
    (name) =>
      [
        `the name ${JSON.stringify(name.length > 40 ? `${name.slice(0, 4)}… of ${name.length}` : name)}`,
        'UNSAFE_NAME',
        () => unsafe(name),
      ] as const,
  ),
  ['an empty name', 'UNSAFE_NAME', () => unsafe('')],
  ['a name that is declared as UTF-8 but is invalid', 'UNSAFE_NAME', () => zip([{ name: new Uint8Array([0x61, 0xff]), flags: 0x08_00 }])],
  [
    'an unsafe Unicode name',
    'UNSAFE_NAME',
    () => {
      const name = utf8.encode('good.md');
      const evil = utf8.encode('../evil.md');
      return zip([
        {
          name,
          data: 'x',
          extra: new Uint8Array(Buffer.concat([record([2, 0x70_75], [2, 5 + evil.length], [1, 1], [4, crc32(name)]), evil])),
        },
      ]);
    },
  ],
  ['the same name twice', 'DUPLICATE_NAME', () => twice('a.md', 'a.md')],
  ['names that only differ by case', 'DUPLICATE_NAME', () => twice('a/Page.md', 'A/page.MD')],
  ['names that only differ by Unicode normalization', 'DUPLICATE_NAME', () => twice('é.md', 'e\u0301.md')],
  ['names that only differ by their slashes', 'DUPLICATE_NAME', () => twice('a/b.md', 'a\\b.md')],
  ['names that only differ by ./', 'DUPLICATE_NAME', () => twice('a.md', './a.md')],
  ['content of the folder ./', 'DAMAGED', () => zip([{ name: './', data: 'x', method: 0 }])],
  ['a file with the name of a folder', 'DUPLICATE_NAME', () => twice('a', 'a/b')],
  ['a folder with the name of a file', 'DUPLICATE_NAME', () => twice('a/b', 'A')],
  [
    'names that only differ by their declared encoding',
    'DUPLICATE_NAME',
    () =>
      zip([
        { name: utf8.encode('ü.md'), data: '1' },
        { name: 'ü.md', data: '2' },
      ]),
  ],
  ['a symbolic link', 'NOT_A_FILE', () => linked(0o12_0777)],
  ['a symbolic link of macOS', 'NOT_A_FILE', () => linked(0o12_0777, 19)],
  ['a device', 'NOT_A_FILE', () => linked(0o06_0666)],
  ['a pipe', 'NOT_A_FILE', () => linked(0o01_0666)],
  ['a folder with content', 'DAMAGED', () => zip([{ name: 'a/', data: 'x', method: 0 }])],
  ...Array.from(
    { length: 12 },
    (_, index) => [`an archive cut after ${index + 1} KiB`, 'TRUNCATED', () => long().subarray(0, (index + 1) * 1024)] as const,
  ),
];
/** Archives that must be rejected, each with its error code. */
export const hostile = hostileRows.map(([name, code, archive]) => [name, code, once(archive)] as const);

/** Returns an archive with a file that also has a Unicode name. Its field contains the checksum of the plain name `belongsTo`. */
const unicodeNamed = (plain: string, unicode: Uint8Array, belongsTo = utf8.encode(plain)): Uint8Array => {
  const extra = Buffer.concat([record([2, 0x70_75], [2, 5 + unicode.length], [1, 1], [4, crc32(belongsTo)]), unicode]);
  return zip([{ name: utf8.encode(plain), data: 'x', extra: new Uint8Array(extra) }]);
};

/** Returns an archive with 13 KiB of noise, which are stored without compression. */
const long = (): Uint8Array => {
  let state = 7;
  const noise = Uint8Array.from({ length: 13 * 1024 }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) >> 16);
  return zip([{ name: 'noise', data: noise, method: 0 }]);
};

const goodRows: readonly (readonly [name: string, archive: () => Uint8Array, files: Readonly<Record<string, string>>])[] = [
  ['compressed files', () => whole, { [page.name]: '# A\n', 'docs.example.com/site.json': '{}' }],
  ['a stored file', () => zip([{ ...page, method: 0 }]), { [page.name]: '# A\n' }],
  [
    'names that differ by more than case',
    () => zip(['x2.md', 'x².md', 'ｘ2.md'].map((name) => ({ name, data: name }))),
    { 'x2.md': 'x2.md', 'x².md': 'x².md', 'ｘ2.md': 'ｘ2.md' },
  ],
  ['empty files', () => zip([{ name: 'a' }, { name: 'b', method: 0 }]), { a: '', b: '' }],
  ['no files', () => zip([]), {}],
  [
    'folders',
    () =>
      zip([
        { name: 'a/', method: 0 },
        { name: 'a/b/', method: 8 },
        { name: 'a/b/c', data: 'c' },
      ]),
    { 'a/b/c': 'c' },
  ],
  [
    'a folder after its files',
    () =>
      zip([
        { name: 'a/b', data: 'b' },
        { name: 'a/', method: 0 },
      ]),
    { 'a/b': 'b' },
  ],
  [
    'a descriptor with a signature',
    () =>
      zip([
        { ...page, descriptor: 'signed' },
        { name: 'b', data: 'b' },
      ]),
    { [page.name]: '# A\n', b: 'b' },
  ],
  [
    'a descriptor without a signature',
    () =>
      zip([
        { ...page, descriptor: 'bare' },
        { name: 'b', data: 'b' },
      ]),
    { [page.name]: '# A\n', b: 'b' },
  ],
  ['a stored file with a descriptor', () => zip([{ ...page, method: 0, descriptor: 'signed' }]), { [page.name]: '# A\n' }],
  [
    '64-bit numbers',
    () =>
      zip(
        [
          { ...page, is64: true },
          { name: 'b', data: 'b' },
        ],
        { is64: true },
      ),
    { [page.name]: '# A\n', b: 'b' },
  ],
  ['64-bit numbers and a descriptor', () => zip([{ ...page, is64: true, descriptor: 'signed' }], { is64: true }), { [page.name]: '# A\n' }],
  ['bytes before the archive', () => zip([page], { before: utf8.encode('#!/bin/sh\nexit\n') }), { [page.name]: '# A\n' }],
  [
    'bytes before an archive with 64-bit numbers',
    () => zip([page], { before: utf8.encode('#!/bin/sh\n'), is64: true }),
    { [page.name]: '# A\n' },
  ],
  ['bytes after the archive', () => zip([page], { after: utf8.encode('\n') }), { [page.name]: '# A\n' }],
  ['a comment', () => zip([page], { comment: 'Crawled today' }), { [page.name]: '# A\n' }],
  [
    'a comment that looks like an end record',
    () => zip([page], { comment: new Uint8Array(Buffer.concat([record([4, 0x06_05_4b_50]), Buffer.alloc(18, 1)])) }),
    { [page.name]: '# A\n' },
  ],
  ['an archive inside it', () => zip([{ name: 'inner.zip', data: whole, method: 0 }]), { 'inner.zip': new TextDecoder().decode(whole) }],
  ['archives within archives', () => nested(4), { 'inner.zip': new TextDecoder().decode(nested(3)) }],
  ['a name in UTF-8', () => zip([{ name: '日本/é 😀.md', data: 'x' }]), { '日本/é 😀.md': 'x' }],
  ['a name in UTF-8 that is not declared', () => zip([{ name: utf8.encode('日本/é 😀.md'), data: 'x' }]), { '日本/é 😀.md': 'x' }],
  [
    'a name in two encodings',
    () => zip([{ name: utf8.encode('ü.md'), data: 'x', local: { name: 'ü.md' }, localFlags: 0x08_00 }]),
    { 'ü.md': 'x' },
  ],
  ['a name in code page 437', () => zip([{ name: new Uint8Array([0x81, 0x2e, 0x6d, 0x64]), data: 'x' }]), { 'ü.md': 'x' }],
  [
    'a Unicode name in addition to a plain name',
    () => {
      const name = utf8.encode('plain.md');
      const better = utf8.encode('schön.md');
      return zip([
        {
          name,
          data: 'x',
          extra: new Uint8Array(Buffer.concat([record([2, 0x70_75], [2, 5 + better.length], [1, 1], [4, crc32(name)]), better])),
        },
      ]);
    },
    { 'schön.md': 'x' },
  ],
  [
    'an invalid Unicode name in addition to a plain name',
    () => unicodeNamed('plain.md', new Uint8Array([0xff, 0xfe])),
    { 'plain.md': 'x' },
  ],
  [
    'a Unicode name that belongs to another plain name',
    () => unicodeNamed('plain.md', utf8.encode('other.md'), utf8.encode('else.md')),
    { 'plain.md': 'x' },
  ],
  [
    'a plain name in the directory and the same name in Unicode in the local header',
    () => zip([{ name: new Uint8Array([0x81, 0x2e, 0x6d, 0x64]), data: 'x', local: { name: 'ü.md' }, localFlags: 0x08_00 }]),
    { 'ü.md': 'x' },
  ],
  [
    'backslashes between folders',
    () =>
      zip([
        { name: 'a\\', method: 0 },
        { name: 'a\\b\\c.md', data: 'c' },
        { name: 'a/b/d.md', data: 'd' },
      ]),
    { 'a/b/c.md': 'c', 'a/b/d.md': 'd' },
  ],
  [
    'names that begin with ./, as tar of macOS and Windows writes them',
    () =>
      zip([
        { name: './', method: 0 },
        { name: './a.md', data: 'a' },
        { name: './b/', method: 0 },
        { name: '././b/c.md', data: 'c' },
      ]),
    { 'a.md': 'a', 'b/c.md': 'c' },
  ],
  [
    'a folder that is listed twice',
    () =>
      zip([
        { name: 'a/', method: 0 },
        { name: 'a/b', data: 'b' },
        { name: 'a/', method: 0 },
        { name: 'a\\', method: 0 },
      ]),
    { 'a/b': 'b' },
  ],
  [
    'a small file that compresses very well',
    () => zip([{ name: 'lines', data: '\n'.repeat(1_000_000) }]),
    { lines: '\n'.repeat(1_000_000) },
  ],
  [
    'files from Unix',
    () =>
      zip([
        { ...page, madeBy: 3, attributes: (0o10_0644 << 16) >>> 0 },
        { name: 'a/', method: 0, madeBy: 3, attributes: (0o04_0755 << 16) >>> 0 },
      ]),
    { [page.name]: '# A\n' },
  ],
  ['an unknown extra field', () => zip([{ ...page, extra: record([2, 0x99_99], [2, 2], [2, 7]) }]), { [page.name]: '# A\n' }],
];
/** Archives that must be read, each with its expected files. */
export const good = goodRows.map(([name, archive, files]) => [name, once(archive), files] as const);
