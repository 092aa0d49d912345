// @vitest-environment jsdom
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { frontMatters, htmlFragments, markdownFragments } from './text-corpus.fixture.ts'
import { htmlFormat, markdownFormat, type TextFormat } from './text-format.ts'

const RUNS = Number(process.env['TEXT_RUNS'] ?? 100)
const LETTER = 'ж'

const notes = fc
  .record({
    frontMatter: fc.constantFrom(...frontMatters),
    blocks: fc.array(
      fc.tuple(
        fc.constantFrom(...markdownFragments),
        fc.constantFrom('\n\n', '\n\n', '\n\n\n', '\n'),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    lineBreak: fc.constantFrom('\n', '\n', '\n', '\r\n'),
    lead: fc.constantFrom('', '', '\n'),
  })
  .map(({ frontMatter, blocks, lineBreak, lead }) =>
    [frontMatter ? `${frontMatter}\n\n` : lead, ...blocks.flat()]
      .join('')
      .replaceAll('\n', lineBreak),
  )

const pages = fc
  .array(fc.tuple(fc.constantFrom(...htmlFragments), fc.constantFrom('', '\n', '\n\n', '\r\n')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((blocks) => blocks.flat().join(''))

const corpus = <T>(notes: fc.Arbitrary<T>): T[] => fc.sample(notes, { numRuns: 500, seed: 2026 })

const documentOf = (format: TextFormat, text: string): Node =>
  Node.fromJSON(format.schema, format.read(text))

/** Returns positions within words, except in links whose text is their address. */
function typingPositions(doc: Node): number[] {
  const positions: number[] = []
  doc.descendants((node, at) => {
    const isAddress = node.marks.some(({ attrs }) =>
      String(attrs['href']).includes(node.text ?? ''),
    )
    if (!node.isText || isAddress) return
    for (const word of (node.text ?? '').matchAll(/\p{L}{2,}/gu))
      positions.push(at + word.index + 1)
  })
  return positions
}

function typeAt(format: TextFormat, doc: Node, at: number): string {
  const state = EditorState.create({ doc })
  return format.write(state.tr.insertText(LETTER, at).doc)
}

/** Returns the first text in which typing one letter changes anything else, or undefined. */
function changedBesides(format: TextFormat, text: string, positions = Infinity): unknown {
  const doc = documentOf(format, text)
  if (format.write(doc) !== text && text.trim() !== '') return { text, read: format.write(doc) }
  const all = typingPositions(doc)
  const step = Math.max(1, Math.floor(all.length / positions))
  for (const at of all.filter((_, index) => index % step === 0)) {
    const after = typeAt(format, doc, at)
    if (after.replace(LETTER, '') !== text || after.length !== text.length + 1)
      return { text, after }
  }
  return undefined
}

describe.each([
  ['Markdown', markdownFormat, notes, markdownFragments],
  ['HTML', htmlFormat, pages, htmlFragments],
] as const)('typing a letter into %s', (_name, format, texts, fragments) => {
  test('changes nothing else, in any word of each kind of block', () => {
    expect(fragments.map((text) => changedBesides(format, text)).filter(Boolean)).toEqual([])
  })

  test('changes nothing else in 500 seeded texts', () => {
    expect(
      corpus(texts)
        .map((text) => changedBesides(format, text, 2))
        .filter(Boolean),
    ).toEqual([])
  })

  test('changes nothing else in random texts', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(changedBesides(format, text, 3)).toBeUndefined()
      }),
      { numRuns: RUNS },
    )
  })
})
