import { JSONParser } from '@streamparser/json'

import { Failure } from '../../../http/failure.ts'

/** A value at a path of a JSON file. */
export interface JsonItem {
  /** The keys that lead to it; positions in lists are numbers. */
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/**
 * Reads values of a large JSON file one by one.
 * @param paths of these values: `$.posts.*`, where `*` is any key or position
 * @throws Failure `invalid` for a text that is not JSON, or was cut off
 */
export async function* jsonItems(
  text: AsyncIterable<string>,
  paths: string[],
): AsyncGenerator<JsonItem> {
  const parser = new JSONParser({ paths, keepStack: false })
  let items: JsonItem[] = []
  parser.onValue = ({ value, key, stack }) => {
    const keys = [...stack.slice(1).map((one) => one.key), key]
    items.push({ path: keys.filter((one) => one !== undefined), value })
  }
  let isFirst = true
  for await (const chunk of text) {
    try {
      // A byte order mark is no part of the text.
      parser.write(isFirst ? chunk.replace(/^\uFEFF/, '') : chunk)
    } catch (reason) {
      throw notJson(reason)
    }
    isFirst = false
    yield* items
    items = []
  }
  if (!parser.isEnded) throw notJson(new Error('it was cut off'))
}

const notJson = (reason: unknown) =>
  new Failure(
    'invalid',
    `The file is not valid JSON: ${reason instanceof Error ? reason.message.slice(0, 200) : ''}. Nothing was imported.`,
  )
