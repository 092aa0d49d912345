import { type Ai, listIn, senseless } from './ai.ts'

/** Maximum characters and number of texts per request. */
const MAX_CHARACTERS = 4000
const MAX_TEXTS = 40
/** Maximum tokens of a response: a translation can be twice as long as its source. */
const MAX_TOKENS = 6000

const names = new Intl.DisplayNames('en', { type: 'language' })
const describeLocale = (locale: string) => `${names.of(locale) ?? locale} (${locale})`

const taskOf = (from: string | null, to: string) =>
  `Translate${from === null ? '' : ` from ${describeLocale(from)}`} to ${describeLocale(to)}. You get a JSON array of texts of one document, in their order; neighbours
can be parts of one sentence. Answer with a JSON array of as many strings, each the translation of the text at its place, and
nothing else. Keep names, numbers and placeholders.`

export interface Translation {
  /** The locale of the texts; null if unknown. */
  from: string | null
  to: string
}

/**
 * Translates texts one by one. Spaces around the words stay, as do texts without letters.
 * @param beforeEach called before each request to the provider
 * @throws Failure of the provider
 */
export async function translateTexts(
  ai: Ai,
  texts: readonly string[],
  translation: Translation,
  signal: AbortSignal,
  beforeEach: () => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const uniqueTexts = [...new Set(texts.map((text) => text.trim()))].filter((text) =>
    /\p{L}/u.test(text),
  )
  const translations = new Map<string, string>()

  async function translate(batch: readonly string[]): Promise<void> {
    await beforeEach()
    const messages = [
      { role: 'system', content: taskOf(translation.from, translation.to) },
      { role: 'user', content: JSON.stringify(batch) },
    ] as const
    const { text } = await ai.text({ messages, maxTokens: MAX_TOKENS }, signal)
    const answer = readAnswer(text)
    if (answer?.length === batch.length) {
      for (const [index, source] of batch.entries())
        translations.set(source, answer[index]?.trim() ?? '')
      return
    }
    if (batch.length === 1) throw senseless()
    // Models lose count in long lists, but rarely in lists of half the length.
    const half = Math.ceil(batch.length / 2)
    await translate(batch.slice(0, half))
    await translate(batch.slice(half))
  }

  for (const batch of batchesOf(uniqueTexts)) await translate(batch)
  return new Map(texts.map((text) => [text, withinSpaces(text, translations.get(text.trim()))]))
}

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let size = 0
  for (const text of texts) {
    if (batch.length > 0 && (size + text.length > MAX_CHARACTERS || batch.length >= MAX_TEXTS)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(text)
    size += text.length
  }
  if (batch.length > 0) yield batch
}

/** Parses the texts in a response. */
function readAnswer(text: string): string[] | undefined {
  const list = listIn(text)
  return list?.every((one) => typeof one === 'string') ? list : undefined
}

const withinSpaces = (text: string, translatedText: string | undefined): string =>
  translatedText === undefined || translatedText === ''
    ? text
    : `${/^\s*/.exec(text)?.[0] ?? ''}${translatedText}${/\s*$/.exec(text)?.[0] ?? ''}`
