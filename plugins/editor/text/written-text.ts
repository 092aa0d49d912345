import { diffChars } from 'diff'

/** A block of a text as its author wrote it, and as the editor would write it. */
export interface Block {
  readonly type: string
  readonly source: string
  readonly canonical: string
}

/** A text split into blocks. `gaps` are the texts before, between and after them: one more than there are blocks. */
export interface WrittenText {
  readonly blocks: readonly Block[]
  readonly gaps: readonly string[]
  /** Text that a block needs for separate parsing, such as the definitions of its links. */
  readonly context: string
}

/** The text, and the block in it, from which a node of the document was read. */
export interface Origin {
  readonly text: WrittenText
  readonly index: number
}

/** A top-level node, written as text. */
export interface PrintedNode {
  readonly type: string
  readonly text: string
  readonly origin: Origin | undefined
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Limit on the differences between two texts. Comparing texts that differ more takes seconds. */
const MAX_EDITS = 2000

/**
 * Returns the new text of a block whose canonical form has become `print`: the author's own text with only that change.
 * If both affect the same letters, the canonical form wins.
 */
export function applyChange(
  { source, canonical }: Block,
  print: string,
  canonicalOf: (source: string) => string | undefined,
): string {
  if (print === canonical) return source
  if (source === canonical) return print
  const style = editsOf(canonical, source)
  const changes = editsOf(canonical, print)
  if (!style || !changes) return print
  const styleEdits = style.filter((one) => !changes.some((change) => overlap(one, change)))
  const merged = applyEdits(canonical, [...styleEdits, ...changes])
  return canonicalOf(merged) === print ? merged : print
}

function editsOf(before: string, after: string): readonly Edit[] | undefined {
  const parts = diffChars(before, after, { maxEditLength: MAX_EDITS })
  if (!parts) return undefined
  const edits: Edit[] = []
  let at = 0
  for (const { value, added, removed } of parts) {
    const to = added ? at : at + value.length
    if (added || removed) edits.push({ from: at, to, insert: added ? value : '' })
    at = to
  }
  return edits
}

const overlap = (one: Edit, other: Edit): boolean => one.from < other.to && other.from < one.to

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, Math.max(at, from)) + insert
    at = Math.max(at, to)
  }
  return result + text.slice(at)
}

/**
 * Joins the blocks into one text, with the author's gaps between blocks that were neighbours.
 * @param keepsApart whether two blocks remain two with this gap between them
 */
export function joinBlocks(
  blocks: readonly PrintedNode[],
  fallback: string,
  keepsApart: (before: string, gap: string, after: string) => boolean,
): string {
  const text = blocks.find(({ origin }) => origin)?.origin?.text
  let result = text?.gaps[0] ?? ''
  blocks.forEach((block, index) => {
    const before = blocks[index - 1]
    if (before) result += gapBetween(before, block)
    result += block.text
  })
  return result + (text?.gaps.at(-1) ?? '')

  function gapBetween(before: PrintedNode, after: PrintedNode): string {
    const [one, other] = [before.origin, after.origin]
    const areNeighbours = one && other && one.text === other.text && one.index + 1 === other.index
    const gap = areNeighbours ? one.text.gaps[other.index] : undefined
    if (gap !== undefined && [before, after].every(hasSameType)) return gap
    const isPossible = (one: string | undefined): one is string =>
      one !== undefined && keepsApart(before.text, one, after.text)
    return [gap, usualGap(text)].find(isPossible) ?? fallback
  }
}

export const isUnchanged = ({ text, origin }: PrintedNode): boolean =>
  origin?.text.blocks[origin.index]?.source === text

/** Whether a block kept its type. An edit inside a block cannot join it to the next one; a change of type may. */
const hasSameType = ({ type, origin }: PrintedNode): boolean =>
  origin?.text.blocks[origin.index]?.type === type

/** Returns the separator between the blocks of a text, if it is the same everywhere. */
function usualGap(text: WrittenText | undefined): string | undefined {
  const between = text?.gaps.slice(1, -1)
  return between?.every((gap) => gap === between[0]) ? between[0] : undefined
}
