import { Refusal } from './refusal.ts'

/**
 * Puts a text on the clipboard.
 * @throws Refusal where the browser does not allow it, as on a page that came without TLS
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    const message = 'This browser does not let pages copy. Select the text and copy it.'
    throw new Refusal(message, { cause: error })
  }
}
