const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** What E.164 allows: a calling code and a number, 7 to 15 digits in all. */
const PHONE = /^[1-9]\d{6,14}$/;

/** The form in which two spellings of one e-mail address or phone number are the same. */
export const addressKey = (address: string): string => (address.includes('@') ? address.trim().toLowerCase() : address.replace(/\D/g, ''));

export const isEmail = (address: string): boolean => EMAIL.test(address);

/** Whether a number with its calling code could be dialled; spaces, brackets and dashes do not count. */
export const isPhone = (address: string): boolean => /^\+?[\d\s()./-]+$/.test(address) && PHONE.test(addressKey(address));
