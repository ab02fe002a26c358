/** The kinds of a username at a registration. */
export const REGISTRATION_METHODS = ['email', 'phone'] as const;
