/** The text in the images of the examples, by the SHA-256 of their bytes. */
export const imageTexts: Readonly<Record<string, string>> = {
  '2dc8ea25e7b74738726e0ec3802d6398f846793286b5fd5f7db770dd451dbc06':
    'Note to Charles, 10 July 1843\n\nPlease send the plates of the engine.\nThe numbers of Bernoulli are ready,\nand I have found one error in them.\n\nAda',
};
