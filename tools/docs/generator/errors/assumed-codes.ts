/** The codes of the local platform that the API specification does not list. */
interface AssumedCode {
  readonly code: string;
  readonly status: string;
  /** The services whose errors in the local platform contain the code. */
  readonly from: readonly string[];
  readonly happened: string;
}

const SEVERAL = 'several';

export const assumedCodes: readonly AssumedCode[] = [
  { code: 'ACCESS_DENIED', status: '403', from: ['projects'], happened: "The caller's access to the project was denied." },
  { code: 'ACTIVATION_REQUIRED', status: '403', from: ['auth'], happened: 'The account awaits its activation.' },
  { code: 'ADMIN_ACCESS_REQUIRED', status: '403', from: ['wallets'], happened: 'The `Admin-Access` header is missing or unknown.' },
  { code: 'AGENT_PASS_EXPIRED', status: '403', from: ['agent-passes'], happened: 'The agent pass has expired.' },
  { code: 'AGENT_PASS_REVOKED', status: '403, 422', from: ['agent-passes'], happened: 'The agent pass is revoked.' },
  { code: 'ALREADY_ACTIVATED', status: '422', from: ['auth'], happened: 'The account is already activated.' },
  { code: 'ALREADY_INVITED', status: '422', from: ['organizations', 'projects'], happened: 'The address has a pending invitation.' },
  { code: 'ALREADY_MEMBER', status: '422', from: ['organizations', 'projects'], happened: 'The user is already a member.' },
  { code: 'AMOUNT_TOO_SMALL', status: '422', from: ['wallets'], happened: 'The amount is worth less than a millionth of the other asset.' },
  { code: 'BALANCE_TOO_LARGE', status: '422', from: ['wallets'], happened: 'The balance would exceed the largest exact number.' },
  { code: 'CANNOT_DENY_OWN_ACCESS', status: '422', from: ['projects'], happened: 'A user tried to deny their own access.' },
  { code: 'INSUFFICIENT_CREDITS', status: '402', from: ['wallets'], happened: 'The wallet holds too few credits.' },
  {
    code: 'INSUFFICIENT_PERMISSIONS',
    status: '403',
    from: ['agent-passes', 'wallets'],
    happened: "The caller's role is too low.",
  },
  { code: 'INVALID_AGENT_KEY', status: '403', from: ['agent-passes'], happened: 'The key of the agent is unknown or was replaced.' },
  { code: 'INVALID_AMOUNT', status: '422', from: ['wallets'], happened: 'The amount has more than 6 decimals.' },
  { code: 'INVALID_API_KEY', status: '401', from: [SEVERAL], happened: 'The `Api-Key` or the gateway key is missing or unknown.' },
  { code: 'INVALID_CODE', status: '422', from: ['auth', 'wallets'], happened: 'The code is wrong, or was replaced.' },
  { code: 'INVALID_CREDENTIALS', status: '401', from: ['auth'], happened: 'The username or the password is wrong.' },
  { code: 'INVALID_EMAIL', status: '422', from: ['organizations', 'projects'], happened: 'The e-mail address is malformed.' },
  { code: 'INVALID_ENTITY', status: '422', from: ['wallets'], happened: 'The owner of the wallet is missing or unknown.' },
  { code: 'INVALID_EXPIRATION', status: '422', from: ['projects'], happened: 'The expiration is in the past.' },
  {
    code: 'INVALID_INPUT',
    status: '400, 422',
    from: [SEVERAL],
    happened: 'A field or the body is malformed. The memory service and the converter have the documented `VALIDATION_ERROR` instead.',
  },
  { code: 'INVALID_PASSWORD', status: '422', from: ['auth'], happened: 'The current password is wrong.' },
  { code: 'INVALID_PRICE', status: '422', from: ['wallets'], happened: 'The price of an exchange is not above zero.' },
  { code: 'INVALID_PURPOSE', status: '422', from: ['wallets'], happened: 'The purpose is not valid for this kind of wallet owner.' },
  { code: 'INVALID_REFRESH_TOKEN', status: '401', from: ['auth'], happened: 'The refresh token is unknown, used or expired.' },
  { code: 'INVALID_RESET_TOKEN', status: '422', from: ['auth'], happened: 'The reset token is unknown, used or expired.' },
  { code: 'INVALID_TOKEN', status: '401', from: [SEVERAL], happened: 'The access token is missing, unknown or revoked.' },
  { code: 'INVALID_TRANSACTION_TYPE', status: '422', from: ['wallets'], happened: 'The type contradicts the wallets and assets.' },
  { code: 'INVALID_TRANSFER_STATE', status: '422', from: ['wallets'], happened: 'The transfer awaits another step.' },
  { code: 'INVALID_URL', status: '400', from: ['gateway'], happened: 'The message to the model `scrap-engine` is not a URL.' },
  { code: 'INVALID_USERNAME', status: '422', from: ['auth'], happened: 'The username is malformed.' },
  { code: 'METHOD_NOT_ALLOWED', status: '405', from: [SEVERAL], happened: 'The path does not support this method.' },
  { code: 'MODEL_INACTIVE', status: '400', from: ['gateway'], happened: 'The model is inactive.' },
  { code: 'MODEL_NOT_FOUND', status: '400', from: ['gateway'], happened: 'The model is unknown.' },
  { code: 'NOTHING_TO_DO', status: '422', from: ['wallets'], happened: 'Both wallets and both assets are the same.' },
  {
    code: 'NOT_FOUND',
    status: '404',
    from: ['agent-passes', 'auth', 'organizations', 'projects', 'wallets'],
    happened: 'The record is missing, or hidden from the caller.',
  },
  { code: 'PROVIDER_ERROR', status: '500', from: ['gateway'], happened: "The model's provider failed." },
  { code: 'RATE_LIMITED', status: '429', from: ['auth'], happened: 'Too many calls in a short time.' },
  { code: 'RATE_LIMIT_EXCEEDED', status: '429', from: ['gateway'], happened: 'The tier allows no more calls now.' },
  { code: 'SAME_WALLET', status: '422', from: ['wallets'], happened: 'The source and the target of the transfer are the same wallet.' },
  { code: 'SUBSCRIPTION_REQUIRED', status: '403', from: ['gateway'], happened: 'The organization needs a subscription.' },
  { code: 'TOKEN_EXPIRED', status: '401', from: [SEVERAL], happened: 'The access token has expired.' },
  { code: 'TOO_LARGE', status: '413', from: [SEVERAL], happened: 'The body is too large.' },
  { code: 'TOO_MANY_ATTEMPTS', status: '422', from: ['auth', 'wallets'], happened: 'The code was tried too often.' },
  {
    code: 'UNKNOWN_FIELD',
    status: '422',
    from: ['agent-passes'],
    happened: 'The entries cannot be sorted by this field, because they do not contain it.',
  },
  { code: 'UNKNOWN_PATH', status: '404', from: [SEVERAL], happened: 'The API specification has no such path.' },
  { code: 'UNKNOWN_WALLET', status: '422', from: ['wallets'], happened: 'The wallet is unknown.' },
  { code: 'UNSUPPORTED_ENCODING', status: '415', from: [SEVERAL], happened: 'The body is compressed.' },
  { code: 'UNSUPPORTED_MEDIA_TYPE', status: '415', from: ['the control plane'], happened: 'The body is not sent as JSON.' },
  { code: 'USERNAME_TAKEN', status: '422', from: ['auth'], happened: 'The username belongs to an account.' },
  { code: 'WALLET_EXISTS', status: '422', from: ['wallets'], happened: 'A wallet with this purpose and currency exists.' },
  { code: 'WRONG_PROJECT', status: '422', from: ['agent-passes'], happened: 'The body and the path contain different project ids.' },
];
