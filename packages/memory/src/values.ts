/** The kinds of model that a chat can prefer. */
export const MODEL_PREFERENCES = ['fast', 'balanced', 'powerful'] as const;
