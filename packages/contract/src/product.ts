/** Name of the product, as it appears in texts. */
export const PRODUCT = 'Typecase'

/** The message of a call without a specific one (specification §8). */
export const DEFAULT_SUCCESS = 'Success!'
/** The message of a failure without a specific one. */
export const DEFAULT_FAILURE = `Something went wrong. Please try again or contact your ${PRODUCT} administrator!`

/** Header with the one-time code on sign-in. The alias keeps existing clients working. */
export const OTP_HEADER = `x-${PRODUCT.toLowerCase()}-otp`
/** The name of `OTP_HEADER` that existing clients send. */
export const OTP_HEADER_ALIAS = 'x-cosmic-otp'

/**
 * Header with the id of the extension that the dashboard makes a call for. The server limits such a call to the
 * extension's permissions.
 */
export const EXTENSION_HEADER = `${PRODUCT.toLowerCase()}-extension`

/**
 * Header of a program that calls the API for an assistant with a personal access token, such as the MCP server over
 * stdio. The server then limits its calls to what assistants may do in the bucket, and names the token in the history.
 */
export const ASSISTANT_HEADER = `x-${PRODUCT.toLowerCase()}-assistant`

/** Header of calls that the server makes to itself for an assistant. Its value is a secret of the process. */
export const INTERNAL_HEADER = `x-${PRODUCT.toLowerCase()}-internal`
