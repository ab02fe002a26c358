/** The kinds of username in a registration. */
export const REGISTRATION_METHODS = ['email', 'phone'] as const;
