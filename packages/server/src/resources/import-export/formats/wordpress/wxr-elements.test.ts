import { expect, test } from 'vitest'

import { item, wxr } from './wxr.fixture.ts'
import { textIn, type WxrElement, wxrElements } from './wxr-elements.ts'

async function* chunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, size = text.length) {
  const damage = { controls: 0, bytes: 0, elements: 0 }
  const elements: WxrElement[] = []
  for await (const element of wxrElements(chunks(text, size), damage)) elements.push(element)
  return { elements, damage, items: elements.filter(({ name }) => name === 'item') }
}

const titles = async (channel: string) =>
  (await read(wxr(channel))).items.map((one) => textIn(one, 'title'))

test('the elements do not depend on how the text is split into chunks', async () => {
  const text = wxr(item({ id: 1 }) + item({ id: 2, content: 'a ]]]]><![CDATA[> b' }))
  const whole = await read(text)
  expect(whole.items).toHaveLength(2)
  expect(whole.damage.elements).toBe(0)
  for (const size of [1, 2, 3, 7, 64, 1000]) expect(await read(text, size)).toEqual(whole)
})

test.each([
  ['a ]]]]><![CDATA[> b', 'a ]]> b'],
  ['a ]]> b', 'a ]]> b'],
  ['<script>//<![CDATA[\nx\n//]]></script> b', '<script>//<![CDATA[\nx\n//]]></script> b'],
  ['<wp:meta_value>evil</wp:meta_value>', '<wp:meta_value>evil</wp:meta_value>'],
  ['</item><item>', '</item><item>'],
])('CDATA of %j is read as text', async (content, text) => {
  const [one] = (await read(wxr(item({ content }) + item({ id: 2 })))).items
  expect(one && textIn(one, 'content:encoded')).toBe(text)
})

test.each([
  ['<title>A &amp; B &lt;i&gt; &#8217; &nbsp;&hellip;</title>', 'A & B <i> ’ \u00A0…'],
  ['<title>AT&T, R&D;</title>', 'AT&T, R&D;'],
  ['<title>A <b>bold</b> one</title>', 'A <b>bold</b> one'],
  ['<title>&lol9; &xxe;</title>', '&lol9; &xxe;'],
  ['<title/>', ''],
])('the text of %s is decoded', async (title, text) => {
  const [one] = (await read(wxr(`<item>${title}</item>`))).items
  expect(one && textIn(one, 'title')).toBe(text)
})

test('entities that a DOCTYPE declares are not expanded', async () => {
  const bomb = `<!DOCTYPE rss [
  <!ENTITY lol "lol"><!ENTITY lol9 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
  <!ENTITY xxe SYSTEM "file:///etc/passwd">
]>`
  const text = wxr('<item><title>&lol9;&xxe;</title></item>').replace('?>', `?>${bomb}`)
  const [one] = (await read(text)).items
  expect(one && textIn(one, 'title')).toBe('&lol9;&xxe;')
})

test('damage is skipped and counted', async () => {
  const { damage, items } = await read(
    wxr(
      `</p>${item({ title: 'A\u0001\u0008\uFFFD' })}<item><title>B<wp:post_id>3</wp:post_id></item>`,
    ),
  )
  expect(items.map((one) => textIn(one, 'title'))).toEqual(['A\uFFFD', 'B'])
  expect(damage).toEqual({ controls: 2, bytes: 1, elements: 2 })
})

test('an item that is not closed ends where the next one begins', async () => {
  expect(await titles('<item><title>A</title><item><title>B</title></item>')).toEqual(['A', 'B'])
})

test.each([
  [
    'a warning of PHP',
    (text: string) => `<br />\n<b>Warning</b>: x in <b>y</b> on line 1\n${text}`,
  ],
  ['empty lines', (text: string) => `\n\n${text}`],
  ['no declaration', (text: string) => text.replace(/<\?xml.*\?>/, '')],
  ['no namespaces', (text: string) => text.replaceAll(/ xmlns:\w+="[^"]*"/g, '')],
  ['no version', (text: string) => text.replace(/<wp:wxr_version>.*\n/, '')],
  ['no end of the feed', (text: string) => text.replace('</rss>', '')],
  ['returns', (text: string) => text.replaceAll('\n', '\r\n')],
])('a feed is read with %s', async (_, change) => {
  expect((await read(change(wxr(item())))).items).toHaveLength(1)
})

test('a text that was cut off is refused wherever it ends', async () => {
  const text = wxr(item({ id: 1, title: 'First' }) + item({ id: 2 }))
  const end = text.indexOf('</channel>')
  for (let at = 5; at < end; at += 40)
    await expect(read(text.slice(0, at))).rejects.toThrow('was cut off')
  await expect(read(text.slice(0, end))).rejects.toThrow('cut off after “Post 2”')
  await expect(read(text + text.slice(0, end))).rejects.toThrow('cut off')
})
