import { expect, test } from 'vitest'

import { createLinkRewriter } from './links.ts'

const missing: string[] = []
const rewrite = createLinkRewriter({
  resolve: (address) =>
    address.includes('missing')
      ? { missing: address }
      : address.startsWith('/media')
        ? { media: 'a.png' }
        : address.startsWith('/post')
          ? { object: 'c'.repeat(24) }
          : undefined,
  addressOf: (name) => `https://here.test/${name}`,
  onMissing: (address) => missing.push(address),
})

test.each([
  ['<a href="/post?a=1&amp;b=2">x</a>', `<a href="object:${'c'.repeat(24)}">x</a>`],
  ["<img src='/media/a.png'>", '<img src="https://here.test/a.png">'],
  ['[x](/post) ![y](/media/a.png)', `[x](object:${'c'.repeat(24)}) ![y](https://here.test/a.png)`],
  ['<a href="https://other.test">/post</a>', '<a href="https://other.test">/post</a>'],
])('%s is rewritten only if its address is known', (text, to) => {
  expect(rewrite(text)).toBe(to)
})

test('other sizes of a picture are removed together with its old address', () => {
  const sizes = 'srcset="/media/a-300.png 300w, /media/a-600.png 600w" sizes="(max-width: 9px) 1px"'
  expect(rewrite(`<p><img alt="1 > 0" src="/media/a.png" ${sizes} width="3" /></p>`)).toBe(
    '<p><img alt="1 > 0" src="https://here.test/a.png" width="3" /></p>',
  )
  const others = `<img src="https://other.test/a.png" ${sizes}> sizes="kept"`
  expect(rewrite(others)).toBe(others)
})

test('values are rewritten at any depth, and links without a target are reported', () => {
  expect(rewrite({ a: ['<a href="/post">'], n: 1, b: null })).toEqual({
    a: [`<a href="object:${'c'.repeat(24)}">`],
    n: 1,
    b: null,
  })
  const text = '<a href="/missing">'
  expect(rewrite(text)).toBe(text)
  expect(missing).toEqual(['/missing'])
})

test.each(['<img ', '<img src="', '<a href=', '](', '<img "\''])(
  '%j repeated many times stays unchanged',
  (part) => {
    const text = part.repeat(20_000)
    expect(rewrite(text)).toBe(text)
  },
)
