import { defineExtension, type Host, type OpenObject } from '@typecase/extension-sdk'

/** Words that a person reads within a minute (Brysbaert 2019, non-fiction in English). */
const WORDS_PER_MINUTE = 238
/** Words after which a sentence is hard to follow. */
const LONG_SENTENCE = 30

/** Minimum number of words of prose: names and addresses have fewer. */
const FEWEST_WORDS = 4

interface Text {
  readonly path: string
  readonly text: string
}

defineExtension({
  panel(root, host) {
    const show = () => root.replaceChildren(...view(host))
    host.onContext(show)
    show()
  },
})

function view(host: Host): Node[] {
  const { object } = host.context()
  const texts = object ? textsOf(object) : []
  const words = texts.flatMap(({ text }) => wordsOf(text))
  if (words.length === 0) return [paragraph('There is no text to read yet.')]
  const sentences = texts.flatMap(({ path, text }) =>
    sentencesOf(text).map((sentence) => ({ path, sentence, count: wordsOf(sentence).length })),
  )
  const perSentence = words.length / Math.max(1, sentences.length)
  const long = sentences
    .filter(({ count }) => count > LONG_SENTENCE)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
  return [
    facts([
      ['Words', words.length.toLocaleString('en')],
      ['Reading time', minutes(words.length)],
      ['Words a sentence', perSentence.toFixed(1)],
    ]),
    ...(long.length === 0
      ? [paragraph('No sentence is too long.')]
      : long.map(({ path, sentence, count }) => longSentence(host, path, sentence, count))),
  ]
}

/** The content, and what of the fields reads as prose. */
function textsOf({ content, metadata }: OpenObject): Text[] {
  const fields = Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value] as const)
  return [['content', content] as const, ...fields].flatMap(([path, value]) => {
    if (typeof value !== 'string') return []
    const text = plain(value)
    return wordsOf(text).length >= FEWEST_WORDS ? [{ path, text }] : []
  })
}

/** Text without the tags of HTML and the signs of Markdown. */
function plain(text: string): string {
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, br')) block.append('\n')
  return (body.textContent ?? '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>*+-]+\s+/gm, '')
    .replace(/[*_`]/g, '')
}

const segments = (text: string, granularity: 'word' | 'sentence') => [
  ...new Intl.Segmenter(undefined, { granularity }).segment(text),
]

const wordsOf = (text: string): string[] =>
  segments(text, 'word').flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((line) => segments(line, 'sentence').map(({ segment }) => segment.trim()))
    .filter((sentence) => wordsOf(sentence).length > 1)

function minutes(words: number): string {
  const count = words / WORDS_PER_MINUTE
  if (count < 1) return `${Math.max(1, Math.round(count * 60))} s`
  return `${Math.round(count)} min`
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  const list = document.createElement('dl')
  for (const [name, value] of rows) {
    const [term, detail] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = name
    detail.textContent = value
    list.append(term, detail)
  }
  return list
}

/** Goes to the field when it is pressed. */
function longSentence(host: Host, path: string, sentence: string, count: number): HTMLElement {
  const button = document.createElement('button')
  button.textContent = `${count} words: ${sentence.slice(0, 90)}…`
  button.addEventListener('click', () => void host.editor.goTo(path))
  return button
}
