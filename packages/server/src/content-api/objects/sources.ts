import { isPicked, type Props, type PropsTree } from '@typecase/content-query/props'
import { topRecord, visitValues } from '@typecase/contract/field-values/field-tree'
import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'
import { vercelStegaEncode } from '@vercel/stega'

import { MAX_CONTENT_BYTES } from '../../limits.ts'
import { sourcesTooLarge } from '../../http/response-size.ts'
import type { PublicObject } from './object-row.ts'
import { sourcePosition } from './source-position.ts'

/** The key under which an object lists the fields whose values carry no source. */
const SOURCE = '_source'

/** Types of fields by path, for values that cannot carry a source: numbers, images, dates. */
type OtherFields = Record<string, string>

/** An object in the response, before props are applied. */
export interface SourcedObject {
  readonly object: PublicObject
  /** Path to the object in the response: empty, or such as `metadata.author.`. */
  readonly at: string
}

/** Each character of a source takes three bytes of UTF-8. */
const BYTES_PER_CHARACTER = 3

/**
 * Marks each text invisibly with the field that it comes from, and lists in each object the fields whose values cannot
 * carry a mark (decision 0153).
 * @param bytes size of the response so far
 * @throws Failure `invalid` when the response would be too large
 */
export function addSources(
  objects: readonly SourcedObject[],
  fieldsByType: ReadonlyMap<string, readonly Metafield[]>,
  props: Props,
  bytes: number,
): void {
  let total = bytes
  for (const { object, at } of objects) {
    const fields: OtherFields = {}

    function withSource(text: string, kind: string, path: string): string {
      const position = sourcePosition(text, kind)
      if (position === undefined) {
        fields[path] = kind
        return text
      }
      const source = vercelStegaEncode({ o: object.id, p: path })
      total += source.length * BYTES_PER_CHARACTER
      if (total > MAX_CONTENT_BYTES) throw sourcesTooLarge()
      return text.slice(0, position) + source + text.slice(position)
    }

    if (isPicked(props, `${at}title`)) object.title = withSource(object.title, 'text', 'title')
    if (isPicked(props, `${at}content`) && object.content !== '')
      object.content = withSource(object.content, 'html-textarea', 'content')
    if (isPicked(props, `${at}thumbnail`) && object.thumbnail) fields['thumbnail'] = 'file'
    const record = topRecord(object.metadata, `${at}metadata`)
    visitValues(fieldsByType.get(object.type) ?? [], record, (value, field, around) => {
      const { key, type, kind } = field
      if (!isPicked(props, `${around.propsPath}.${key}`)) return
      const path = `${around.path}.${key}`
      // Fields of plugins get no marks, since a plugin may store codes in a text.
      if (typeof value === 'string' && !kind) around.values[key] = withSource(value, type, path)
      else fields[path] = type
      if (type !== 'file' && type !== 'files') return
      for (const file of [value].flat())
        if (isRecord(file) && typeof file['alt_text'] === 'string')
          file['alt_text'] = withSource(file['alt_text'], 'text', path)
    })
    Object.assign(object, { [SOURCE]: { id: object.id, fields } })
  }
}

/** Returns props that also select the sources of each object. */
export const withSourceProps = (props: Props): Props =>
  props === 'all' ? props : withSourceBranch(props)

function withSourceBranch(tree: PropsTree): PropsTree {
  const branches = [...tree].map(
    ([key, below]) => [key, below.size === 0 ? below : withSourceBranch(below)] as const,
  )
  return new Map<string, PropsTree>([...branches, [SOURCE, new Map()]])
}
