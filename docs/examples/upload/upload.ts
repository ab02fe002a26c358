import { upload } from '../../scenes/signed-in.ts';

const file = new File(['The engine weaves algebraic patterns.'], 'notes.txt', {
  type: 'text/plain',
});
const result = await upload.upload({ file, translate_to: 'de' });
console.log(result);
