import { Failure } from '../../../http/failure.ts'

/** A value at a path of a JSON file. */
export interface JsonItem {
  /** The keys that lead to the value; positions in lists are numbers. */
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** Maximum characters of a value: a file that is a single value must not be held in memory. */
const MAX_VALUE_LENGTH = 32 * 2 ** 20

/** Matches signs between values and keys. */
const OUTSIDE = /["{}[\],:]/g
/** Matches signs within a value. */
const INSIDE = /["{}[\]]/g
const SIGNS_IN_STRING = /["\\]/g

/** An object or a list whose values are read one by one. */
interface Frame {
  readonly isList: boolean
  /** Key of the current value; undefined before it has been read. */
  key: string | number | undefined
}

/**
 * Reads values of a large JSON file one by one. All other values are skipped without a check.
 * @param paths paths of these values, such as `$.posts.*`, where `*` is any key or position
 * @throws Failure `invalid` for a text that is not JSON, or was cut off
 */
export async function* jsonItems(
  text: AsyncIterable<string>,
  paths: readonly string[],
): AsyncGenerator<JsonItem> {
  const selectors = paths.map((path) => path.split('.').slice(1))
  const frames: Frame[] = []
  let depth = 0
  let isQuoted = false
  /** Whether the end of the previous chunk escapes the next character. */
  let isEscaped = false
  /** Whether the current value has ended: an object or list that was skipped or read. */
  let isOver = false
  let hasEnded = false
  /** The text of the current key or value in previous chunks. */
  let piece = ''
  let isFirst = true

  const path = () => frames.map(({ key }) => key ?? '')
  const isRead = () =>
    selectors.some((selector) => selector.length === frames.length && fits(selector))
  const isEntered = () =>
    selectors.some((selector) => selector.length > frames.length && fits(selector))
  const fits = (selector: readonly string[]) =>
    frames.every(({ key }, index) => selector[index] === '*' || selector[index] === String(key))

  /** @returns the current value if a path selects it */
  function itemOf(raw: string): JsonItem | undefined {
    const json = raw.trim()
    const frame = frames.at(-1)
    if (isOver ? json !== '' : !frame?.isList && frame?.key === undefined && json !== '')
      throw notJson(`unexpected ${json.slice(0, 20)}`)
    const isEmpty = isOver || json === ''
    isOver = false
    return isEmpty || !isRead() ? undefined : { path: path(), value: parse(json) }
  }

  for await (const part of text) {
    // A byte order mark is not part of the text.
    const chunk = isFirst ? part.replace(/^\uFEFF/, '') : part
    isFirst = false
    let from = 0
    let at: number = isEscaped ? 1 : 0
    isEscaped = false
    for (;;) {
      const signs = isQuoted ? SIGNS_IN_STRING : depth > frames.length ? INSIDE : OUTSIDE
      signs.lastIndex = at
      const index: number | undefined = signs.exec(chunk)?.index
      if (index === undefined) break
      const sign = chunk[index]
      at = index + 1
      if (isQuoted) {
        if (sign === '"') isQuoted = false
        else {
          at += 1
          isEscaped = at > chunk.length
        }
        continue
      }
      if (hasEnded) throw notJson('text follows its end')
      const frame = frames.at(-1)
      if (sign === '"') isQuoted = true
      else if (sign === '{' || sign === '[') {
        depth += 1
        if (depth > frames.length + 1 || !isEntered()) continue
        if ((piece + chunk.slice(from, index)).trim() !== '' || isOver)
          throw notJson(`unexpected ${sign}`)
        frames.push({ isList: sign === '[', key: sign === '[' ? 0 : undefined })
        from = at
      } else if (sign === '}' || sign === ']') {
        depth -= 1
        if (depth > frames.length) continue
        if (depth === frames.length) {
          if (isRead()) continue
          // This is the end of a skipped value.
          isOver = true
        } else {
          if (frame?.isList !== (sign === ']')) throw notJson(`unexpected ${sign}`)
          const item = itemOf(piece + chunk.slice(from, index))
          if (item) yield item
          frames.pop()
          isOver = true
          hasEnded = frames.length === 0
        }
        piece = ''
        from = at
      } else if (frame && sign === ',') {
        const item = itemOf(piece + chunk.slice(from, index))
        if (item) yield item
        frame.key = typeof frame.key === 'number' ? frame.key + 1 : undefined
        piece = ''
        from = at
      } else if (frame && frame.key === undefined) {
        frame.key = String(parse(piece + chunk.slice(from, index)))
        piece = ''
        from = at
      } else throw notJson(`unexpected ${sign}`)
    }
    const isSkipped = depth > frames.length && !isRead()
    piece = isSkipped ? '' : piece + chunk.slice(from)
    if (piece.length > MAX_VALUE_LENGTH)
      throw new Failure(
        'too_large',
        `The file holds a value that is larger than ${MAX_VALUE_LENGTH / 2 ** 20} MB. Nothing was imported.`,
      )
  }
  if (!hasEnded) throw notJson('it was cut off')
  if (piece.trim() !== '') throw notJson('text follows its end')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (reason) {
    throw notJson(reason instanceof Error ? reason.message : '')
  }
}

const notJson = (words: string) =>
  new Failure(
    'invalid',
    `The file is not valid JSON: ${words.slice(0, 200)}. Nothing was imported.`,
  )
