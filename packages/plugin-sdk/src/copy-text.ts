import { Refusal } from './refusal.ts'

/**
 * Copies a text to the clipboard.
 * @throws Refusal if the browser does not allow it, as on a page served without TLS
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    const message = 'This browser does not let pages copy. Select the text and copy it.'
    throw new Refusal(message, { cause: error })
  }
}
