import { expect, test } from 'vitest'

import { blocksToHtml } from './blocks.ts'

const text = (words: string, marks: object = {}) => ({ type: 'text', text: words, ...marks })
const html = (...blocks: unknown[]) => blocksToHtml(blocks, () => {})

test.each([
  [{ type: 'paragraph', children: [text('a < b\nc')] }, '<p>a &lt; b<br>c</p>'],
  [{ type: 'heading', level: 3, children: [text('A')] }, '<h3>A</h3>'],
  [{ type: 'heading', level: 9, children: [text('A')] }, '<h2>A</h2>'],
  [{ type: 'quote', children: [text('A', { bold: true })] }, /<strong>A<\/strong>/],
  [{ type: 'link', url: 'javascript:x', children: [text('A')] }, 'A'],
  [{ type: 'code', language: 'ts"', children: [text('<a>')] }, /class="language-ts">&lt;a&gt;/],
  [{ type: 'image', image: { url: '/uploads/a.png', alternativeText: '"' } }, /alt="&quot;"/],
  [{ type: 'image', image: 7 }, ''],
])('the block %j becomes HTML', (block, expected) => {
  if (typeof expected === 'string') expect(html(block)).toBe(expected)
  else expect(html(block)).toMatch(expected)
})

test('a list within a list becomes part of the item before it', () => {
  const item = (words: string) => ({ type: 'list-item', children: [text(words)] })
  const inner = { type: 'list', format: 'ordered', children: [item('B')] }
  expect(html({ type: 'list', format: 'unordered', children: [item('A'), inner] })).toBe(
    '<ul><li>A<ol><li>B</li></ol></li></ul>',
  )
})

test('unknown blocks are reported, and their text is kept', () => {
  const types: string[] = []
  const blocks = [{ type: 'map', children: [text('A')] }, null, 7, { children: {} }]
  expect(blocksToHtml(blocks, (type) => types.push(type))).toBe('A')
  expect(types).toContain('map')
})
