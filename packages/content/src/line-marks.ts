import type { FilterSchema } from '@typecase/content-query/filter-fields'
import { type LineItem, lineTokens, type ParsedLine } from '@typecase/content-query/line'
import { readField } from '@typecase/content-query/line-words'

/** A segment of a query line and its style. */
export interface Mark {
  readonly text: string
  readonly kind: 'space' | 'field' | 'word' | 'value' | 'json'
  /** Segments of one filter share a frame. */
  readonly item: number | undefined
  readonly isWrong: boolean
}

/** Splits a line into segments that together make up the whole line, to draw them beneath the input. */
export function marksOf(line: string, parsed: ParsedLine, schema: FilterSchema): Mark[] {
  const marks: Mark[] = []
  const filters = filtersIn(parsed.items)
  const itemAt = (start: number): number | undefined => {
    const index = filters.findIndex((item) => item.start <= start && start < item.end)
    return index === -1 ? undefined : index
  }
  let at = 0
  for (const token of lineTokens(line, schema)) {
    if (token.start > at) {
      // Space within a filter belongs to its frame.
      const [before, after] = [itemAt(at), itemAt(token.start)]
      const item = before === after ? before : undefined
      marks.push({ text: line.slice(at, token.start), kind: 'space', item, isWrong: false })
    }
    const isWrong = parsed.errors.some(({ start, end }) => start < token.end && token.start < end)
    const item = itemAt(token.start)
    const isFirst = item !== undefined && filters[item]?.start === token.start
    marks.push({
      text: line.slice(token.start, token.end),
      kind: kindOf(token.kind, token.text, isFirst || item === undefined, schema),
      item,
      isWrong,
    })
    at = token.end
  }
  if (at < line.length) {
    marks.push({ text: line.slice(at), kind: 'space', item: undefined, isWrong: false })
  }
  return marks
}

/** Returns the filters of a line, including those in groups. */
const filtersIn = (items: readonly LineItem[]): readonly LineItem[] =>
  items.flatMap((item) => (item.parts ? filtersIn(item.parts) : [item]))

function kindOf(
  kind: string,
  text: string,
  mayBeField: boolean,
  schema: FilterSchema,
): Mark['kind'] {
  if (kind === 'json') return 'json'
  if (kind === 'quoted') return 'value'
  if (kind !== 'word') return 'word'
  if (mayBeField && readField(text, schema)) return 'field'
  return operatorWords.has(text.toLowerCase()) ? 'word' : 'value'
}

const operatorWords = new Set(
  'is not contains does contain less greater than or equal to in all and or = != ~ !~ < <= > >='.split(
    ' ',
  ),
)

/** Groups the marks of each filter. Any other mark is a group by itself. */
export function groupsOf(marks: readonly Mark[]): readonly (readonly [Mark, ...Mark[]])[] {
  const groups: [Mark, ...Mark[]][] = []
  for (const mark of marks) {
    const last = groups.at(-1)
    if (mark.item !== undefined && last?.[0].item === mark.item) last.push(mark)
    else groups.push([mark])
  }
  return groups
}

/** Returns the line without the raw JSON that ends at the caret: Backspace removes it as a whole. */
export function withoutJsonBefore(
  line: string,
  caret: number,
  parsed: ParsedLine,
): { line: string; caret: number } | undefined {
  const unsupported = parsed.items.find(
    ({ item, end }) => item.operator === 'unsupported' && end === caret,
  )
  if (!unsupported) return undefined
  return {
    line: line.slice(0, unsupported.start) + line.slice(unsupported.end),
    caret: unsupported.start,
  }
}

/** Returns the errors to show while the user types: all except the one about the words at the caret. */
export function errorsBefore(parsed: ParsedLine, caret: number | undefined): ParsedLine['errors'] {
  return parsed.errors.filter(({ end }) => caret === undefined || end < caret)
}
