// @vitest-environment jsdom
import { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'

import { follow, linesOfBlocks } from './source-lines.ts'
import { markdownFormat } from './text-format.ts'

const linesOf = (text: string) =>
  linesOfBlocks(Node.fromJSON(markdownFormat.schema, markdownFormat.read(text)))

test('each block knows the line where its source begins, with any kind of line break', () => {
  expect(linesOf('# Lights\n\nTwo\nlines\n\n\n- Towers\n- Ships\n')).toEqual([0, 2, 6, 9])
  expect(linesOf('\n\n# Lights\r\n\r\nTwo')).toEqual([2, 4, 5])
  expect(linesOf('')).toEqual([])
})

test('a line between two blocks has the same relative position in the preview as in the source', () => {
  const lines = [0, 2, 6, 9]
  const heights = [12, 60, 100, 400]
  expect([0, 1, 2, 4, 6, 7.5, 9, 99].map((line) => follow(line, lines, heights))).toEqual([
    12, 36, 60, 80, 100, 250, 400, 400,
  ])
  expect(follow(1, [2, 4], [40, 50])).toBe(20)
  expect(follow(5, [], [])).toBe(0)
})
