import type { Problem } from './problem.ts';
import { unknown, either, array, nullable, object, openEnum, optional, string, type LiteralUnion, type Schema } from './schema.ts';

/** The address of an image. */
export interface ImageAddress {
  /** An http or https address, or a `data:` address with the image itself. */
  url: string;
  /** How closely the model looks. Default: the model's choice. */
  detail?: LiteralUnion<'auto' | 'low' | 'high'>;
}

/** A recording in Base64. */
export interface InputAudio {
  data: string;
  format: LiteralUnion<'wav' | 'mp3'>;
}

/** A file, by its bytes or by the id that the provider gave it. */
export interface InputFile {
  /** A `data:` address with the file itself. Default: the file has an id. */
  file_data?: string;
  /** The id of an uploaded file. Default: `file_data` contains the file. */
  file_id?: string;
  /** The name of the file. Default: none. */
  filename?: string;
}

/** One part of a message. The member named by `type` holds the content; members of other providers pass through. */
export interface ContentPart {
  type: LiteralUnion<'text' | 'image_url' | 'input_audio' | 'file' | 'refusal' | 'thinking'>;
  /** The text of a part of the type `text`. Absent in other parts. */
  text?: string;
  /** The image of a part of the type `image_url`. Absent in other parts. Some providers take the bare address. */
  image_url?: ImageAddress | string;
  /** The audio of a part of the type `input_audio`. Absent in other parts. */
  input_audio?: InputAudio;
  /** The file of a part of the type `file`. Absent in other parts. */
  file?: InputFile;
  /** The text of a part of the type `refusal`. Absent in other parts. */
  refusal?: string;
  /** The content of a part of the type `thinking`: a text, or a list of parts. Absent in other parts. */
  thinking?: string | unknown[];
}

/** The content of a message: one text, or a list of parts. */
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

/** A text or a list of parts; null in a reply without content. */
export const messageContent: Schema<MessageContent | null> = nullable(
  either(string, array<ContentPart, readonly ContentPart[]>(contentPart)),
);

/** Returns the text of a message: its content, or the texts of its parts. A message without text returns an empty string. */
export const getMessageText = ({ content }: { readonly content?: MessageContent | null | undefined }): string => {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  return content.map(textOf).join('');
};

/** Returns the text of a received part of any kind. */
const textOf = (part: unknown): string => {
  const { type, text } = Object(part) as { readonly type?: unknown; readonly text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : '';
};

/** The members that hold the content of a part, by its type. */
const MEMBERS: readonly string[] = ['text', 'image_url', 'input_audio', 'file', 'refusal', 'thinking'];

interface Message {
  readonly role: string;
  readonly content?: MessageContent | null;
}

/** Returns problems that no schema finds in a conversation: messages without content, and parts without the member that their type names. */
export const contentProblems = (messages: readonly Message[]): Problem[] =>
  messages.flatMap(({ role, content }, index) => {
    const field = `messages.${index}.content`;
    if (!content && content !== '' && role !== 'assistant') return [{ field, message: 'is required' }];
    if (!Array.isArray(content)) return [];
    return (content as readonly ContentPart[]).flatMap((part, place) =>
      MEMBERS.includes(part.type) && !(part.type in part) ? [{ field: `${field}.${place}.${part.type}`, message: 'is required' }] : [],
    );
  });
