import { refTo } from '@typecase/plugin-sdk/command'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { ask } from './commands.ts'
import { isMarkedOff, markOff } from './off.ts'

/** Minimum number of words for text without other matches to count as a sentence. */
const MIN_WORDS = 3
const MAX_CHARACTERS = 1000

export function search(text: string, { prefix, services, facts }: SearchContext): readonly Row[] {
  const isShort = prefix === undefined && text.split(/\s+/).length < MIN_WORDS
  if (isShort || text === '' || text.length > MAX_CHARACTERS || facts['sentences.isOff']) return []
  return [
    {
      id: 'sentence',
      title: `Ask: “${text}”`,
      subtitle: 'Nothing runs before you confirm it',
      icon: 'sparkles',
      run: refTo(ask, { sentence: text }),
      unfold: async (context) =>
        (await import('./answer/answer-sentence.ts')).answerSentence(text, {
          ...context,
          services,
        }),
    },
  ]
}

export async function warm({ services }: SearchContext): Promise<void> {
  if (isMarkedOff(services)) markOff(services)
}
