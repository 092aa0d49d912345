/** The product's name, wherever the specification writes "the product". */
export const PRODUCT = 'Typecase'

/** What is said where nothing better is known (specification §8). */
export const DEFAULT_SUCCESS = 'Success!'
/** What is said of a failure where nothing better is known. */
export const DEFAULT_FAILURE = `Something went wrong. Please try again or contact your ${PRODUCT} administrator!`

/** Header that carries the one-time code on sign-in; the alias keeps existing clients working. */
export const OTP_HEADER = `x-${PRODUCT.toLowerCase()}-otp`
/** The name of `OTP_HEADER` that existing clients send. */
export const OTP_HEADER_ALIAS = 'x-cosmic-otp'

/**
 * Header of calls that the dashboard makes for an extension: its id. The server then limits them to the extension's
 * permissions.
 */
export const EXTENSION_HEADER = `${PRODUCT.toLowerCase()}-extension`
