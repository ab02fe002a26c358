/** The maximum number of words in a summary, which viewers show in lists of operations. */
const MAX_WORDS = 8;

/** Matches words and characters that begin a detail. A summary ends before them, because the description contains the detail. */
const DETAIL =
  /[,;:(]| (?:with|together|whose|that|which|by|as|from|for|in|of all|on|and|through|without|until|before|after|when|if|word) /;

/** Returns the first sentence of a comment without its details: `Lists an organization's members with their roles.` becomes `Lists an organization's members`. */
export const summaryOf = (comment: string): string => {
  const sentence = /^.*?(?=[.](?:\s|$))/.exec(comment)?.[0] ?? comment;
  const plain = sentence.replaceAll('`', '');
  const words = (plain.split(DETAIL)[0] ?? plain).trim().split(' ');
  // A summary needs more than a verb.
  return (words.length > 1 ? words : (plain.split(/[;:(]/)[0]?.split(' ') ?? words)).slice(0, MAX_WORDS).join(' ');
};
