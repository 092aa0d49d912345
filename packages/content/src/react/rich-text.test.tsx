// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { RichText } from './rich-text.tsx'

const html = (text: string) => render(<RichText html={text} />).container.firstElementChild

test('rich text keeps its elements without their attributes', () => {
  const text = html(
    '<p style="color:red" onclick="x()">One <strong class="y">two</strong></p><ul><li>a</li></ul>',
  )
  expect(text?.innerHTML).toBe('<p>One <strong>two</strong></p><ul><li>a</li></ul>')
})

test('headings become paragraphs, since the page has an outline of its own', () => {
  const text = html('<h1>Title</h1>')
  expect(text?.querySelector('h1')).toBeNull()
  expect(text?.querySelector('p')?.dataset['level']).toBe('h1')
})

test.each([
  '<script>x()</script>',
  '<style>p { color: red }</style>',
  '<iframe src="https://example.com"></iframe>',
  '<template><p>x</p></template>',
  '<svg onload="x()"></svg>',
])('%s is removed', (text) => {
  expect(html(text)?.innerHTML).toBe('')
})

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['/about', '/about'],
  ['javascript:x()', undefined],
  [' JavaScript:x()', undefined],
  ['data:text/html,x', undefined],
])('a link to %s leads to %s', (href, target) => {
  const text = html(`<a href="${href}">there</a>`)
  expect(text?.textContent).toBe('there')
  expect(text?.querySelector('a')?.getAttribute('href') ?? undefined).toBe(target)
})

test.each([
  ['/media/a.jpg', '/media/a.jpg'],
  ['https://example.com/a.jpg', 'https://example.com/a.jpg'],
  ['javascript:x()', '/media/javascript%3Ax()'],
])('a picture at %s is loaded from %s, without other attributes', (src, address) => {
  const picture = html(`<img src="${src}" alt="A" onerror="x()">`)?.querySelector('img')
  expect(picture?.getAttributeNames().toSorted()).toEqual(['alt', 'loading', 'src'])
  expect(picture?.getAttribute('src')).toBe(address)
})
