import type { Problem } from './problem.ts';
import { unknown, either, array, nullable, object, openEnum, optional, string, type LiteralUnion, type Schema } from './schema.ts';

/** The URL of an image. */
export interface ImageAddress {
  /** An http or https URL, or a `data:` URL with the image itself. */
  url: string;
  /** The level of detail at which the model examines the image. Default: the model's choice. */
  detail?: LiteralUnion<'auto' | 'low' | 'high'>;
}

/** A recording in Base64. */
export interface InputAudio {
  data: string;
  format: LiteralUnion<'wav' | 'mp3'>;
}

/** A file: its bytes, or the id that the provider assigned. */
export interface InputFile {
  /** A `data:` URL with the file itself. Default: the file is named by `file_id`. */
  file_data?: string;
  /** The id of an uploaded file. Default: `file_data` contains the file. */
  file_id?: string;
  /** The name of the file. Default: none. */
  filename?: string;
}

/** One part of a message. The member that `type` names contains the content. Additional members of a provider are kept. */
export interface ContentPart {
  type: LiteralUnion<'text' | 'image_url' | 'input_audio' | 'file' | 'refusal' | 'thinking'>;
  /** The text, if `type` is `text`. Absent in parts of another type. */
  text?: string;
  /** The image, if `type` is `image_url`. Absent in parts of another type. Some providers accept a plain URL. */
  image_url?: ImageAddress | string;
  /** The audio, if `type` is `input_audio`. Absent in parts of another type. */
  input_audio?: InputAudio;
  /** The file, if `type` is `file`. Absent in parts of another type. */
  file?: InputFile;
  /** The text, if `type` is `refusal`. Absent in parts of another type. */
  refusal?: string;
  /** The content, if `type` is `thinking`: a string or a list of parts. Absent in parts of another type. */
  thinking?: string | unknown[];
}

/** The content of a message: a string, or a list of parts. */
export type MessageContent = string | readonly ContentPart[];

const contentPart: Schema<ContentPart> = object<ContentPart>({
  type: openEnum('text', 'image_url', 'input_audio', 'file', 'refusal', 'thinking'),
  text: optional(string),
  image_url: optional(either(string, object<ImageAddress>({ url: string, detail: optional(openEnum('auto', 'low', 'high')) }))),
  input_audio: optional(object<InputAudio>({ data: string, format: openEnum('wav', 'mp3') })),
  file: optional(object<InputFile>({ file_data: optional(string), file_id: optional(string), filename: optional(string) })),
  refusal: optional(string),
  thinking: optional(either(string, array(unknown))),
});

/** A string or a list of parts; null in a reply without content. */
export const messageContent: Schema<MessageContent | null> = nullable(
  either(string, array<ContentPart, readonly ContentPart[]>(contentPart)),
);

/** Returns the text of a message: its content, or the joined text of its parts. Returns an empty string if the message contains no text. */
export const getMessageText = ({ content }: { readonly content?: MessageContent | null | undefined }): string => {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map(textOf).join('');
};

/** Returns the text of a part, or an empty string for other types. */
const textOf = (part: unknown): string => {
  const { type, text } = Object(part) as { readonly type?: unknown; readonly text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : '';
};

/** The members that contain the content of a part, by its type. */
const MEMBERS: readonly string[] = ['text', 'image_url', 'input_audio', 'file', 'refusal', 'thinking'];

interface Message {
  readonly role: string;
  readonly content?: MessageContent | null;
}

/**
 * Returns problems that a schema cannot express: messages without content, unless their role is `assistant`, and parts without the member
 * that their type names.
 */
export const contentProblems = (messages: readonly Message[]): Problem[] =>
  messages.flatMap(({ role, content }, index) => {
    const field = `messages.${index}.content`;
    if (!content && content !== '' && role !== 'assistant') return [{ field, message: 'is required' }];
    if (!Array.isArray(content)) return [];
    return (content as readonly ContentPart[]).flatMap((part, place) =>
      MEMBERS.includes(part.type) && !(part.type in part) ? [{ field: `${field}.${place}.${part.type}`, message: 'is required' }] : [],
    );
  });
