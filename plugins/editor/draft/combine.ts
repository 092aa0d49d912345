import { syntaxOf, type TextSyntax } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'
import { diffArrays } from 'diff'

import { isJsonEqual } from '@typecase/content/object/json-equal'
import type { Clash } from './merge.ts'
import type { Path } from '@typecase/content/object/path'
import { fieldAt } from '@typecase/content/object/server-problems'

/** How a text is split for a merge. Parts of both sides in the same position follow each other. */
interface Parts {
  readonly split: (text: string) => string[]
  /** The separator between the texts of two people. */
  readonly between: string
}

const words: Parts = { split: (text) => text.split(/(\s+)/), between: ' ' }
const lines: Parts = { split: (text) => text.split(/(\n+)/), between: '\n' }
const blocks: Parts = { split: blocksIn, between: '' }

const partsOf: Readonly<Record<TextSyntax, Parts>> = {
  line: words,
  lines,
  markdown: lines,
  html: blocks,
}

const objectFieldTypes: Readonly<Record<Path, Metafield['type']>> = {
  title: 'text',
  content: 'html-textarea',
}

/**
 * Merges the changes of both sides of a clash into one value.
 * @returns undefined if that is impossible: a number is one or the other
 */
export function combine(
  { path, base, mine, theirs }: Clash,
  fields: readonly Metafield[],
): unknown {
  const type = fieldAt(fields, path)?.type ?? objectFieldTypes[path]
  const syntax = type && syntaxOf(type)
  const parts = syntax && partsOf[syntax]
  if (parts && typeof mine === 'string' && typeof theirs === 'string') {
    return mergeTexts(typeof base === 'string' ? base : '', mine, theirs, parts)
  }
  // The rows of a repeater have no ids to match them by.
  if (type !== 'repeater' && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergeLists(Array.isArray(base) ? base : [], mine, theirs)
  }
  return undefined
}

/** Returns their list without the items that I removed, followed by the items that I added. */
function mergeLists(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const isIn = (list: unknown[]) => (item: unknown) => list.some((one) => isJsonEqual(one, item))
  const [wasThere, isMine, isTheirs] = [isIn(base), isIn(mine), isIn(theirs)]
  return [
    ...theirs.filter((item) => isMine(item) || !wasThere(item)),
    ...mine.filter((item) => !isTheirs(item) && !wasThere(item)),
  ]
}

function mergeTexts(base: string, mine: string, theirs: string, { split, between }: Parts): string {
  const from = split(base)
  const [myChanges, other] = [changesTo(from, split(mine)), changesTo(from, split(theirs))]
  let text = ''
  for (let at = 0; at <= from.length; at += 1) {
    const [byThem, byMe] = [other.put[at] ?? '', myChanges.put[at] ?? '']
    // Insertions come before replacements of a part.
    const isFirst = other.removed.has(at) && !myChanges.removed.has(at)
    text += isFirst ? putTogether(byMe, byThem, between) : putTogether(byThem, byMe, between)
    if (!myChanges.removed.has(at) && !other.removed.has(at)) text += from[at] ?? ''
  }
  return text
}

/** Returns the text inserted before each part of `from`, and the removed parts. */
function changesTo(from: string[], to: string[]): { put: string[]; removed: Set<number> } {
  const put: string[] = []
  const removed = new Set<number>()
  let at = 0
  /** Where the change began. A replacement goes where the first replaced part was. */
  let start = 0
  for (const change of diffArrays(from, to)) {
    if (change.added) put[start] = (put[start] ?? '') + change.value.join('')
    else {
      if (change.removed) for (let n = 0; n < change.count; n += 1) removed.add(at + n)
      at += change.count
      if (!change.removed) start = at
    }
  }
  return { put, removed }
}

function putTogether(first: string, second: string, between: string): string {
  if (first === second || second === '') return first
  const isApart = first === '' || /\s$/.test(first) || /^\s/.test(second)
  return first + (isApart ? '' : between) + second
}

/** Returns the outermost elements of the HTML, so that each stays whole. */
function blocksIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return Array.from(body.childNodes, (node) =>
    node instanceof Element ? node.outerHTML : (node.textContent ?? ''),
  )
}
