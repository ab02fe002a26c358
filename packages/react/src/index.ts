'use client';
export { PlatformProvider, usePlatform, type PlatformProviderProps } from './platform-provider.ts';
export type { SessionSnapshot, SessionUser } from './session-snapshot.ts';
export { useSession } from './use-session.ts';
export { useSettings, type SettingsSource } from './use-settings.ts';
export { usePermission } from './use-permission.ts';
export { useClient } from './use-client.ts';
export {
  useConversation,
  type ConversationCallbacks,
  type ConversationControls,
  type ConversationService,
  type ConversationStore,
} from './use-conversation.ts';
export { useChat, type ChatControls, type ChatMessage, type ChatOptions, type ChatReply, type ChatState } from './use-chat.ts';
export { useUpload, type UploadControls, type UploadCount, type UploadState, type UploadWork } from './use-upload.ts';
export { useJob, type JobControls, type JobOptions, type JobSource, type JobState } from './use-job.ts';
