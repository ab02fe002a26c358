export { failureOf, headersOf, json, recordingFetch, text, type Answer, type RecordingFetch, type Sent } from '@platform-sdk/test-helpers';
