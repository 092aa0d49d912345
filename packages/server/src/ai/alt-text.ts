import { mediaTexts } from '@typecase/contract/media'

import type { App } from '../app.ts'
import type { Ai } from './ai.ts'
import { createModelPictures } from './pictures.ts'

const TASK = `Write the alt text of this image for people who cannot see it: one sentence of at most 150 characters that says what it
shows. Do not begin with "image of" or "picture of". Answer with the text alone.`

/** Generates the alt texts of pictures. */
export function createAltTexts(app: App) {
  const pictureOf = createModelPictures(app)

  return async function altTextOf(
    ai: Ai,
    bucketId: string,
    name: string,
    field: string,
    signal: AbortSignal,
  ): Promise<string> {
    const picture = await pictureOf(bucketId, name, field, signal)
    const messages = [{ role: 'user', content: TASK } as const]
    const { text } = await ai.text({ messages, picture, maxTokens: 200 }, signal)
    // Models tend to quote their answers.
    return text
      .trim()
      .replace(/^["“](.*)["”]$/s, '$1')
      .slice(0, mediaTexts.alt_text)
  }
}
