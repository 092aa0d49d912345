import { expect, test } from 'vitest'

import { composeMail, plainName } from './mail-layout.ts'

const compose = (name: string) =>
  composeMail({
    to: 'ada@example.org',
    subject: `A line for ${name}`,
    name,
    lines: [`${name} & "friends" <wrote>`],
    action: { label: `Open ${name}`, url: 'https://cms.example/x?a=1&b=2' },
    notes: ['A note.'],
  })

test('an e-mail says the same in text and HTML', () => {
  const { text, html, links } = compose('Ada')
  expect(text).toContain('Hello Ada,')
  expect(text).toContain('Ada & "friends" <wrote>')
  expect(text).toContain('https://cms.example/x?a=1&b=2')
  expect(html).toContain('Ada &amp; &quot;friends&quot; &lt;wrote&gt;')
  expect(html).toContain('href="https://cms.example/x?a=1&amp;b=2"')
  expect(links).toEqual(['https://cms.example/x?a=1&b=2'])
})

test.each([
  '<a href="https://evil.example">Click</a>',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '</title></head><body>',
])('a name of %s adds no markup to an e-mail', (name) => {
  const tags = (html: string) => html.match(/<[^>]*>/g)
  const { html } = compose(name)
  expect(tags(html)).toEqual(tags(compose('Ada').html))
})

test.each([
  ['line breaks', 'Ada\r\nBcc: b@example.org', 'Ada Bcc: b@example.org'],
  ['controls', 'A\u0000d\u001ba\u0085', 'A d a'],
  ['marks that turn text around', 'Ada\u202ecod.exe\u2066\u200f', 'Adacod.exe'],
  ['separators', 'Ada\u2028\u2029Lovelace', 'Ada Lovelace'],
  ['10 kB', '😀'.repeat(5000), `${'😀'.repeat(59)}…`],
])('removes %s from names', (_what, name, plain) => {
  expect(plainName(name)).toBe(plain)
})

test('a subject is one line of at most 150 characters', () => {
  const { subject } = compose(`x\r\nBcc: b@example.org${'y'.repeat(500)}`)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject).toHaveLength(150)
})
