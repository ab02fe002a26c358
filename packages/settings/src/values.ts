/** The colour schemes. */
export const THEMES = ['light', 'dark'] as const;
