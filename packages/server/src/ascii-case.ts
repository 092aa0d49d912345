/**
 * Lower-cases A to Z only. `toLowerCase` also maps some other characters to ASCII letters – the Kelvin sign U+212A to k
 * – and would make two different texts equal.
 */
export const asciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
