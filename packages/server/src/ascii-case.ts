/**
 * Small letters for A to Z alone. `toLowerCase` also turns other characters into ASCII letters – the Kelvin sign U+212A into
 * k – so that two different texts would become one.
 */
export const asciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
