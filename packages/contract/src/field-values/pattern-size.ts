/** A quoted text, a Unicode class, another escape, a class, a count, or one other character. */
const TOKEN =
  /\\Q(?<quoted>.*?)(?:\\E|$)|(?<unicode>\\[pP](?:\{[^}]*\}|.))|\\.|\[\^?\]?(?<set>(?:\\.|\[:\^?\w+:\]|[^\]\\])*)\]|\{(?<least>\d+)(?:,(?<most>\d*))?\}|./gsu

/** Assumed number of instructions of a Unicode class. It has hundreds of ranges, which its repetitions share. */
const UNICODE_CLASS = 50

/** Patterns of this size take tens of milliseconds to compile. */
const LARGEST = 10_000

/** Whether an RE2 pattern repeats so much that it takes long to compile. Only reads the source text. */
export const isTooLarge = (source: string): boolean => expandedSize(source) > LARGEST

/** Estimates the number of instructions of a pattern. Repetition counts multiply their contents. */
function expandedSize(source: string): number {
  let classes = 0
  /** Sizes of the open groups, and of the last part of each group, to which a count applies. */
  const open = [{ size: 0, last: 0 }]
  for (const { 0: token, groups = {} } of source.matchAll(TOKEN)) {
    const group = open.at(-1)
    if (!group) break
    const { quoted, unicode, set, least, most } = groups
    if (token === '(') open.push({ size: 0, last: 0 })
    else if (token === ')' && open.length > 1) {
      open.pop()
      addTo(open.at(-1), group.size + 2)
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0))
      group.size += group.last * Math.max(0, times - 1) + times
    } else if (quoted !== undefined) {
      group.size += quoted.length
      group.last = 1
    } else addTo(group, 1)
    classes += unicode === undefined ? (set?.match(/\\[pP]/g)?.length ?? 0) : 1
  }
  return open.reduce((sum, { size }) => sum + size, classes * UNICODE_CLASS)
}

function addTo(group: { size: number; last: number } | undefined, size: number): void {
  if (!group) return
  group.size += size
  group.last = size
}
