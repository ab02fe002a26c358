import type { LanguageModelV4FilePart } from '@ai-sdk/provider';
import { inputError } from '@platform-sdk/core/internal';
import type { ContentPart } from '@platform-sdk/gateway';
import { PROVIDER } from './provider-name.ts';

/** The first Base64 characters of images, with their media types. */
const SIGNATURES = { iVBORw: 'image/png', '/9j/': 'image/jpeg', R0lGOD: 'image/gif', UklGR: 'image/webp' };
const FORMATS: Readonly<Record<string, 'mp3' | 'wav'>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
};

/** Creates the message part for a file: an image, a recording, or any other file. */
export const toFilePart = ({ data: file, mediaType, filename }: LanguageModelV4FilePart, field: string): ContentPart => {
  const isImage = /^image(?:\/|$)/.test(mediaType);
  switch (file.type) {
    case 'text':
      return { type: 'text', text: file.text };
    case 'url':
      if (!isImage) throw inputError(`${field}: only an image can be sent as an address, and not ${mediaType}`, field);
      return { type: 'image_url', image_url: { url: file.originalUrl ?? file.url.href } };
    case 'reference': {
      const id = file.reference[PROVIDER];
      if (id === undefined) throw inputError(`${field}: the reference has no id for ${PROVIDER}`, field);
      return { type: 'file', file: { file_id: id } };
    }
    case 'data': {
      const data = typeof file.data === 'string' ? file.data : toBase64(file.data);
      const type = isImage ? imageType(mediaType, data) : mediaType;
      if (!/^[^/]+\/[^/*]+$/.test(type))
        throw inputError(`${field}: the media type is ${mediaType}, and must be whole, such as image/png`, field);
      if (isImage) return { type: 'image_url', image_url: { url: `data:${type};base64,${data}` } };
      const format = FORMATS[type];
      if (format) return { type: 'input_audio', input_audio: { data, format } };
      return { type: 'file', file: { ...(filename !== undefined && { filename }), file_data: `data:${type};base64,${data}` } };
    }
  }
};

/** Returns the exact media type of an image. The AI SDK passes a general type such as `image` if it does not know the exact type. */
const imageType = (mediaType: string, data: string): string => {
  if (/^image\/[^*]+$/.test(mediaType)) return mediaType;
  return Object.entries(SIGNATURES).find(([beginning]) => data.startsWith(beginning))?.[1] ?? mediaType;
};

/** The number of bytes to convert in one call, because the stack limits the number of arguments. */
const SLICE_BYTES = 32_768;

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let start = 0; start < bytes.length; start += SLICE_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + SLICE_BYTES));
  return btoa(text);
};
