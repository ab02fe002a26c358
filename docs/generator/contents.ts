/** The order of the pages in the sidebar, by the names of their files. */
export const START = ['try', 'node', 'web', 'tests'];

export const GUIDES = ['errors', 'wire-names'];

export const RECIPES: readonly string[] = ['react-sign-in', 'chat-with-stop', 'upload-with-progress', 'test-a-component', 'nightly-job'];
