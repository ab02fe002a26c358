const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** Matches an E.164 number: calling code and number, 7 to 15 digits in total. */
const PHONE = /^[1-9]\d{6,14}$/;

/** The characters that a phone number may be written with. */
const PHONE_SIGNS = /^\+?[\d\s()./-]+$/;

/**
 * Returns the same key for all spellings of an e-mail address or phone number. For other strings, only case and surrounding spaces are
 * ignored.
 */
export const addressKey = (address: string): string => {
  const text = address.trim();
  const digits = text.replace(/\D/g, '');
  return PHONE_SIGNS.test(text) && digits ? digits : text.toLowerCase();
};

export const isEmail = (address: string): boolean => EMAIL.test(address);

/** Returns whether a phone number with its calling code is valid. Spaces, brackets, dots, dashes and slashes are ignored. */
export const isPhone = (address: string): boolean => PHONE_SIGNS.test(address) && PHONE.test(addressKey(address));
