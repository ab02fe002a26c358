import { expect, it } from 'vitest';
import type * as Header from '../src/http/content-disposition.ts';

// No entry of the package exports this module.
const inner = new URL('../src/http/content-disposition.ts', import.meta.url).href;
const { fileNameOf } = (await import(inner)) as typeof Header;

const long = 'x'.repeat(300);

/** Headers, and the file names that `fileNameOf` returns for them. It returns `fallback` for a header without a usable name. */
const NAMES: readonly (readonly [header: string, name: string])[] = [
  // RFC 6266 and its examples.
  ['Attachment; filename=example.html', 'example.html'],
  ['INLINE; FILENAME= "an example.html"', 'an example.html'],
  ["attachment; filename*= UTF-8''%e2%82%ac%20rates", '€ rates'],
  ['attachment; filename="EURO rates"; filename*=utf-8\'\'%e2%82%ac%20rates', '€ rates'],
  ['attachment', 'fallback'],
  ['attachment; filename=""', 'fallback'],
  ['attachment; filename="a \\"b\\" c.txt"', 'a _b_ c.txt'],
  ['attachment ; size=3 ;filename = a.txt ; x=y', 'a.txt'],
  ['attachment; filename=a.txt; filename=b.txt', 'a.txt'],
  ['attachment; filename="a b.txt', 'a b.txt'],
  ['attachment; filename="a.txt\\', 'a.txt_'],
  ['attachment; filename="a.txt".exe', 'a.txt'],
  ['attachment; filenamex=a.txt', 'fallback'],
  // The cases of greenbytes (tc2231) that other parsers disagree about.
  ['attachment; filename="f\\oo.html"', 'foo.html'],
  ['attachment; foo="\\"\\\\";filename="foo.html"', 'foo.html'],
  ['attachment; xfilename=foo.html', 'fallback'],
  ['attachment; example="filename=example.txt"', 'fallback'],
  ['attachment; filename=foo,bar.html', 'foo,bar.html'],
  ['attachment; filename=foo.html ;', 'foo.html'],
  ['attachment; ;filename=foo', 'foo'],
  ['attachment; filename=foo bar.html', 'foo bar.html'],
  ['attachment; filename=foo[1](2).html', 'foo[1](2).html'],
  ["attachment; filename='foo.bar'", "'foo.bar'"],
  ['attachment; filename="foo-%41.html"', 'foo-%41.html'],
  ['attachment filename=bar', 'fallback'],
  ['; filename=foo.html', 'foo.html'],
  ['inline; attachment; filename=foo.html', 'foo.html'],
  ['attachment; filename*0*=UTF-8\'\'foo-%c3%a4; filename*1=".html"', 'fallback'],
  ["attachment; filename*0*=ISO-8859-15''a%a4; filename*=ISO-8859-1''b%a4", 'b¤'],
  ["attachment; filename* =UTF-8''foo-%c3%a4.html", 'foo-ä.html'],
  ["attachment; filename *=UTF-8''foo-%c3%a4.html", 'fallback'],
  ["attachment; filename*=UTF-8''A-%2541.html", 'A-%41.html'],
  ["attachment; filename*=UTF-8'foo-%c3%a4.html", 'fallback'],
  ["attachment; filename*=UTF-8''foo%", 'fallback'],
  ["attachment; filename*=''foo-%c3%a4.html", 'fallback'],
  ['attachment; filename="=?ISO-8859-1?Q?foo-=E4.html?="', '=_ISO-8859-1_Q_foo-=E4.html_='],
  // Character sets (RFC 5987, RFC 8187), and invalid uses of them.
  ["attachment; filename*=iso-8859-1'en'%A3%20rates", '£ rates'],
  ["attachment; filename*=UTF-8'de'%c3%bc.txt; filename=u.txt", 'ü.txt'],
  ["attachment; filename*=UTF-8''%ff%fe.txt; filename=plain.txt", 'plain.txt'],
  ["attachment; filename*=UTF-8''a%2.txt; filename=plain.txt", 'plain.txt'],
  ["attachment; filename*=UTF-8''a%zz.txt; filename=plain.txt", 'plain.txt'],
  ["attachment; filename*=koi8-r''%C1.txt; filename=plain.txt", 'plain.txt'],
  ['attachment; filename*=a.txt; filename=plain.txt', 'plain.txt'],
  ["attachment; filename*=UTF-8''; filename=plain.txt", 'plain.txt'],
  ["attachment; filename*=UTF-8''%ff", 'fallback'],
  ['attachment; filename="\u00fc.txt"', 'ü.txt'],
  ['attachment; filename="\u00c3\u00bc.txt"', 'ü.txt'],
  ['attachment; filename="a%20b.txt"', 'a%20b.txt'],
  // A second name inside a quoted parameter.
  ['attachment; name="; filename=evil.exe; "; filename=good.txt', 'good.txt'],
  ['attachment; filename="a; filename=evil.exe"', 'a; filename=evil.exe'],
  ['attachment; name="\\"; filename=evil.exe"; filename="good.txt"', 'good.txt'],
  // Names that point to another folder, or look like another name.
  ['attachment; filename="../../etc/passwd"', '__.._etc_passwd'],
  ['attachment; filename="C:\\\\evil.txt"', 'C__evil.txt'],
  ["attachment; filename*=UTF-8''a%2Fb%5Cc%00d%0Ae.txt", 'a_b_c_d_e.txt'],
  ["attachment; filename*=UTF-8''a%E2%80%AEtxt.exe", 'a_txt.exe'],
  ['attachment; filename=".htaccess"', '_htaccess'],
  ['attachment; filename=".."', '_'],
  ['attachment; filename=". ."', '_'],
  ['attachment; filename="   "', 'fallback'],
  // Names of Windows devices, and characters at the end that Windows drops.
  ['attachment; filename=CON', '_CON'],
  ['attachment; filename=nul.txt', '_nul.txt'],
  ['attachment; filename="aux .tar.gz"', '_aux .tar.gz'],
  ['attachment; filename=com1.log', '_com1.log'],
  ["attachment; filename*=UTF-8''LPT%C2%B9.txt", '_LPT¹.txt'],
  ['attachment; filename="CONIN$"', '_CONIN$'],
  ['attachment; filename="prn. . "', '_prn'],
  ['attachment; filename=console.txt', 'console.txt'],
  ['attachment; filename=com10.log', 'com10.log'],
  ['attachment; filename="a.txt. . "', 'a.txt'],
  ['attachment; filename="a.txt "', 'a.txt'],
  // Names of more than 255 bytes, which file systems reject.
  [`attachment; filename=${long}.html`, `${'x'.repeat(250)}.html`],
  [`attachment; filename=${long}.tar.gz`, `${'x'.repeat(248)}.tar.gz`],
  [`attachment; filename=${long}`, 'x'.repeat(255)],
  [`attachment; filename=a.${long}`, `a.${'x'.repeat(253)}`],
  [`attachment; filename*=UTF-8''${'%F0%9F%98%80'.repeat(80)}.md`, `${'😀'.repeat(63)}.md`],
  [`attachment; filename*=UTF-8''${'%E2%82%AC'.repeat(100)}`, '€'.repeat(85)],
];

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

it('makes the name of a Content-Disposition safe for every file system', () => {
  const wrong = NAMES.flatMap(([header, name]) => {
    const found = fileNameOf(header, 'fallback');
    return found === name ? [] : [`${header.slice(0, 80)} gave ${found}, not ${name}`];
  });
  expect(wrong).toEqual([]);
  expect(NAMES.filter(([header]) => bytesOf(fileNameOf(header, 'fallback')) > 255)).toEqual([]);
});

it('makes the fallback name of a file safe too', () => {
  const fallbacks = ['[::1]:4010.zip', `${'x'.repeat(253)}.zip`, '', 'con'].map((name) => fileNameOf('attachment', name));
  expect(fallbacks).toEqual(['[__1]_4010.zip', `${'x'.repeat(251)}.zip`, '_', '_con']);
});

it('parses a Content-Disposition in linear time, whatever a server sends', () => {
  const hostile = [';a="', '; ', ';a=', '"', '\\', '. ', "'", '%4', 'con '].map((part) => part.repeat(250_000));
  for (const text of hostile) {
    fileNameOf(text, 'a');
    fileNameOf(`attachment; filename="${text}`, 'a');
    fileNameOf(`attachment; filename*=UTF-8''${text}`, 'a');
    fileNameOf('', `${text}x`);
  }
  expect(hostile).toHaveLength(9);
});
