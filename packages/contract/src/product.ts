/** The product's name, wherever the specification writes "the product". */
export const PRODUCT = 'Typecase'

/** Header that carries the one-time code on sign-in; the alias keeps existing clients working. */
export const OTP_HEADER = `x-${PRODUCT.toLowerCase()}-otp`
export const OTP_HEADER_ALIAS = 'x-cosmic-otp'
