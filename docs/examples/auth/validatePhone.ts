import { auth } from '../../scenes/platform.ts';

const availability = await auth.validatePhone({
  countryCode: '49',
  phoneNumber: '301234567',
});
console.log(availability);
