import type { Node } from '@tiptap/pm/model'

import type { Origin } from './written-text.ts'

/** Returns the line of the source at which each block of a document begins, from 0, and lastly the number of lines. */
export function linesOfBlocks(doc: Node): number[] {
  const origin = doc.firstChild?.attrs['origin'] as Origin | null | undefined
  if (!origin) return []
  const { blocks, gaps } = origin.text
  let line = 0
  const starts = blocks.map(({ source }, index) => {
    const start = line + breaksIn(gaps[index])
    line = start + breaksIn(source)
    return start
  })
  return [...starts, line + breaksIn(gaps.at(-1)) + 1]
}

const breaksIn = (text = ''): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** Maps a position from one scale to another, by points that both scales share in the same order. Both begin at 0. */
export function follow(at: number, first: readonly number[], second: readonly number[]): number {
  const [from, to] = [
    [0, ...first],
    [0, ...second],
  ]
  const index = from.findLastIndex((point) => point <= at)
  const [start = 0, end = start] = from.slice(index, index + 2)
  const [low = 0, high = low] = to.slice(index, index + 2)
  return end > start ? low + ((at - start) / (end - start)) * (high - low) : low
}
