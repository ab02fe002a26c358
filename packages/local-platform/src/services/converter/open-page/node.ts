import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, BlockList, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ADDRESS_REJECTED, PAGE_HEADERS, type OpenPage, type PageResponse } from './types.ts';

/**
 * Addresses that do not belong to a host on the internet, from IANA's special-purpose registries. The list also contains prefixes that embed
 * an IPv4 address. An IPv4-mapped address is treated as its IPv4 address.
 */
const SPECIAL: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 63],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Returns whether an address belongs to a host on the internet. */
export const isPublic = (address: string): boolean => {
  const special = new BlockList();
  for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix, familyOf(network));
  const [plain = ''] = address.split('%');
  return isIP(plain) !== 0 && !special.check(plain, familyOf(plain));
};

const rejected = (): Error => Object.assign(new Error('The host has no allowed address'), { code: ADDRESS_REJECTED });

/** Returns the look-up function of a connection, which resolves the name and checks the addresses. A separate look-up could return other addresses. */
const checkedLookup =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first, ...more] = error ? [] : found.filter(({ address }) => mayConnect(address));
      if (!first) done(error ?? rejected(), '');
      else if (options.all) done(null, [first, ...more]);
      else done(null, first.address, first.family);
    });

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const bodyOf = (response: IncomingMessage): AsyncIterable<Uint8Array> => {
  const encoding = response.headers['content-encoding'] ?? '';
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode) return response;
  const decoder = decode();
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
};

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  return headers;
};

export const openPage: OpenPage = (url, { signal, mayConnect }) =>
  new Promise<PageResponse>((resolve, reject) => {
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayConnect(literal)) return reject(rejected());
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { ...PAGE_HEADERS, 'accept-encoding': Object.keys(DECODERS).join(', ') };
    // A shared agent is not used, because it could reuse a connection that was checked for another host.
    const request = open(url, { agent: false, signal, headers, lookup: checkedLookup(mayConnect) }, (response) =>
      resolve({
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: bodyOf(response),
        cancel: () => response.destroy(),
      }),
    );
    request.on('error', reject);
    request.end();
  });
