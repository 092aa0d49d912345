// @vitest-environment jsdom
import { vercelStegaCombine } from '@vercel/stega'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { connect, type ConnectOptions } from './connect.ts'
import { labelsFor } from './labels.ts'
import type { FieldSource, FromPage, PreviewAccess, ToPage } from './protocol.ts'

const DASHBOARD = 'https://cms.example.com'
const ID = 'a'.repeat(24)
const access: PreviewAccess = { bucket: 'magazine', token: 'preview.x', expiresAt: 1 }
const field = (path: string, object = ID): FieldSource => ({ object, path })
/** A text with the mark of its field, as in responses of the content API. */
const marked = (text: string, path: string) => vercelStegaCombine(text, { o: ID, p: path }, false)

let host: Window
let greetings: unknown[][]
let stops: (() => void)[]

beforeEach(() => {
  const frame = document.createElement('iframe')
  document.head.append(frame)
  // A frame in a document always has a window.
  host = frame.contentWindow as Window
  greetings = []
  stops = []
  host.postMessage = (...args: unknown[]) => void greetings.push(args)
  window.opener = host
  // jsdom has no layout, so treat each node as one line.
  Range.prototype.getBoundingClientRect = function () {
    const all = document.createTreeWalker(document.body)
    let line = 0
    while (all.nextNode() && all.currentNode !== this.startContainer) line += 1
    return new DOMRect(0, 20 * line, 100, 20)
  }
})
afterEach(() => {
  for (const stop of stops) stop()
  document.body.replaceChildren()
  document.head.replaceChildren()
  window.opener = null
})

const frames = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

interface Connected {
  send(message: ToPage): Promise<void>
  readonly received: FromPage[]
  last<K extends FromPage['kind']>(kind: K): Extract<FromPage, { kind: K }> | undefined
}

function greet(port: MessagePort, more: object = {}): void {
  const data = { typecase: 1, kind: 'preview-connect', access }
  const event = { source: host, origin: DASHBOARD, data, ports: [port], ...more }
  window.dispatchEvent(Object.assign(new Event('message'), event))
}

async function connected(html: string, options: Partial<ConnectOptions> = {}): Promise<Connected> {
  document.body.innerHTML = html
  stops.push(connect({ dashboard: DASHBOARD, ...options }))
  const { port1, port2 } = new MessageChannel()
  const received: FromPage[] = []
  port1.addEventListener('message', ({ data }: MessageEvent<FromPage>) => void received.push(data))
  port1.start()
  stops.push(() => port1.close())
  greet(port2)
  await vi.waitFor(() => expect(received.map(({ kind }) => kind)).toContain('page'))
  return {
    received,
    async send(message) {
      port1.postMessage(message)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await frames()
    },
    last: <K extends FromPage['kind']>(kind: K) =>
      received.findLast((one): one is Extract<FromPage, { kind: K }> => one.kind === kind),
  }
}

const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  document.body.dispatchEvent(event)
  return event
}
const textOf = (selector: string) => document.querySelector(selector)?.textContent
/** The texts drawn over the page: the letters of labels, and an empty text for an outline. */
const drawn = () =>
  [...(document.querySelector('typecase-preview')?.shadowRoot?.children ?? [])].map(
    (element) => element.textContent,
  )

test('a page greets only the dashboard, and ignores messages from other origins', async () => {
  const onAccess = vi.fn<(access: PreviewAccess) => void>()
  stops.push(connect({ dashboard: `${DASHBOARD}/preview.js`, onAccess }))
  expect(greetings).toEqual([[{ typecase: 1, kind: 'preview-ready' }, DASHBOARD]])
  const { port1, port2 } = new MessageChannel()
  greet(port2, { origin: 'https://evil.example' })
  greet(port2, { origin: 'null' })
  greet(port2, { data: { typecase: 2, kind: 'preview-connect', access } })
  greet(port2, { data: null })
  greet(port2, { ports: [] })
  expect(onAccess).not.toHaveBeenCalled()
  // From the window that opened the document around the page.
  greet(port2, { source: window })
  expect(onAccess).toHaveBeenCalledWith(access)
  port1.close()
})

test('without a dashboard, the marks are removed from the page, and it keeps its key presses', () => {
  window.opener = null
  document.title = marked('Fog', 'title')
  document.body.innerHTML = `<p title="${marked('A', 'a')}">${marked('Fog', 'title')}</p><script type="x">${marked('Fog', 'x')}</script>`
  stops.push(connect({ dashboard: DASHBOARD }))
  expect([document.title, textOf('p'), document.querySelector('p')?.title]).toEqual([
    'Fog',
    'Fog',
    'A',
  ])
  expect(textOf('script')).toBe(marked('Fog', 'x'))
  expect(press('e', { altKey: true }).defaultPrevented).toBe(false)
})

test('reports the editable fields in the order of the page, and again when they change', async () => {
  const { last, received } = await connected(
    `<h1>${marked('Fog', 'title')}</h1>
     <img alt="${marked('A pier', 'metadata.cover')}">
     <b data-typecase="${ID}:metadata.minutes">4</b>
     <p>By ${marked('Ada', 'metadata.author')}, ${marked('Bob', 'metadata.editor')}</p>
     <i>${marked('Fog', 'title')}</i>`,
  )
  expect(last('page')?.editables).toEqual([
    { ...field('title'), text: 'Fog' },
    { ...field('metadata.cover'), text: 'A pier' },
    { ...field('metadata.minutes'), text: '4' },
    { ...field('metadata.author'), text: 'By Ada' },
    { ...field('metadata.editor'), text: ', Bob' },
  ])
  const count = received.length
  document.body.insertAdjacentHTML('beforeend', `<p>${marked('New', 'metadata.new')}</p>`)
  await vi.waitFor(() => expect(last('page')?.editables.at(-1)?.path).toBe('metadata.new'))
  expect(received.length).toBe(count + 1)
  expect(document.body.textContent).not.toMatch(/\u200B|\uFEFF/)
})

test('shows typed values in every text of the field, next to text of the site, and in images', async () => {
  const { send } = await connected(
    `<h1>${marked('Fog', 'title')}</h1><p>By ${marked('Ada', 'name')}, ${marked('Bob', 'other')}!</p>
     <picture><source srcset="x"><img src="https://cdn.example/a.png?w=300" srcset="y" alt="${marked('A pier', 'cover')}"></picture>
     <b data-typecase="${ID}:minutes">4</b><u data-typecase="${ID}:price">€ 3.00</u>`,
  )
  const edit = (path: string, value: unknown, former = '') =>
    send({ kind: 'edit', source: field(path), value, former })
  await edit('title', 'Fog at sea', 'Fog')
  await edit('name', 'Adam', 'Ada')
  await edit('name', 'Grace', 'Adam')
  await edit('other', 'Bobby', 'Bob')
  await edit('minutes', 5)
  await edit('price', 4)
  await edit('cover', { url: 'https://cdn.example/b.png', alt_text: 'A lamp' })
  expect(textOf('h1')).toBe('Fog at sea')
  expect(textOf('p')).toBe('By Grace, Bobby!')
  expect([textOf('b'), textOf('u')]).toEqual(['5', '€ 3.00'])
  const image = document.querySelector('img')
  expect([image?.src, image?.alt, image?.srcset]).toEqual([
    'https://cdn.example/b.png?w=300',
    'A lamp',
    '',
  ])
  expect(document.querySelector('source')).toBe(null)
})

test('leaves text that the page computes from a field unchanged while it is edited', async () => {
  const { send } = await connected(
    `<p>First.</p><p>${marked('Second <paragraph>.', 'body').replaceAll('<', '&lt;')}</p>`,
  )
  const former = 'First.\n\nSecond <paragraph>.'
  for (const value of ['First.\n\nSecond paragraph, changed.', '<p>Second</p>', 'Other', ''])
    await send({ kind: 'edit', source: field('body'), value, former })
  expect(textOf('p:last-child')).toBe('Second <paragraph>.')
})

test('an edited value stays after the save, and returns to the saved one when the draft is discarded', async () => {
  const onChange = vi.fn<(objects: readonly string[]) => void>()
  const { send, last } = await connected(
    `<h1>The ${marked('Fog', 'title')}</h1><img src="https://cdn.example/a.png" alt="${marked('A pier', 'cover')}">
     <b data-typecase="${ID}:minutes">4</b>`,
    { onChange },
  )
  const edit = (path: string, value: unknown, former = '') =>
    send({ kind: 'edit', source: field(path), value, former })
  const shown = () => [textOf('h1'), document.querySelector('img')?.alt, textOf('b')]
  await edit('title', 'Wind', 'Fog')
  await edit('cover', { url: 'https://cdn.example/b.png', alt_text: 'A lamp' })
  await edit('minutes', 5)
  await send({ kind: 'saved', objects: [ID] })
  expect(onChange).toHaveBeenCalledWith([ID])
  expect(shown()).toEqual(['The Wind', 'A lamp', '5'])
  await edit('title', '', 'Wind')
  await edit('cover', { url: 'https://cdn.example/c.png', alt_text: '' })
  await edit('minutes', 6)
  expect(shown()).toEqual(['The ', '', '6'])
  await edit('title', 'Wind', '')
  await edit('cover', { url: 'https://cdn.example/b.png', alt_text: 'A lamp' })
  await edit('minutes', 5)
  expect(shown()).toEqual(['The Wind', 'A lamp', '5'])
  expect(document.querySelector('img')?.src).toBe('https://cdn.example/b.png')
  expect(last('page')?.editables[0]).toEqual({ ...field('title'), text: 'Wind' })
})

test('rows that swap places swap their texts, even very different ones', async () => {
  const { send } = await connected(
    `<li>1. ${marked('Storm', 'rows.0.name')}</li><li>2. ${marked('A calm sea', 'rows.1.name')}</li>`,
  )
  const edit = (path: string, value: string, former: string) =>
    send({ kind: 'edit', source: field(path), value, former })
  await edit('rows.0.name', 'A calm sea', 'Storm')
  await edit('rows.1.name', 'Storm', 'A calm sea')
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '1. A calm sea',
    '2. Storm',
  ])
})

describe('edited HTML', () => {
  const FORMER = '<p>The <b>door</b></p><p>A wave</p>'
  const html = `<article><h1>Fog</h1><div>\n ${FORMER.replace('A wave', marked('A wave', 'body'))}</div></article>`
  const edit = (value: string, former = FORMER): ToPage => ({
    kind: 'edit',
    source: field('body'),
    value,
    former,
    isHtml: true,
  })
  const shown = () => document.querySelector('div')?.innerHTML

  test('replaces the former HTML as it is typed, and can still be opened', async () => {
    const { send, last } = await connected(html)
    await send(edit('<p>The <b>lamp</b></p>'))
    await vi.waitFor(() => expect(shown()).toBe('<p>The <b>lamp</b></p>'))
    await send(edit('<h2>Waves</h2><a href="https://a.example">A</a>', '<p>The <b>lamp</b></p>'))
    await vi.waitFor(() => expect(textOf('h2')).toBe('Waves'))
    await vi.waitFor(() =>
      expect(last('page')?.editables).toEqual([{ ...field('body'), text: 'WavesA' }]),
    )
    expect(textOf('h1')).toBe('Fog')
  })

  test('is not shown where the page renders the field in another way', async () => {
    const { send } = await connected(html.replace('<b>', '<b class="strong">'))
    const before = shown()
    await send(edit('<p>Other</p>'))
    await import('./apply-html.ts')
    await frames()
    expect(shown()).toBe(before)
  })

  test.each([
    '<script>steal()</script>',
    '<img src=x onerror=steal()>',
    '<img alt=">" onerror="steal()">',
    '<a href="javascript:steal()">A</a>',
    '<a href="java&#10;script:steal()">A</a>',
    '<iframe srcdoc="A"></iframe>',
    '<svg onload=steal()>',
    '<math><mtext><img/onerror=steal() src=x></math>',
    '<form action="https://evil.example"><input></form>',
    '<p style="background: url(//evil.example)">A</p>',
    '<template><img src=x onerror=steal()></template>',
    '<object data=x></object>',
    '<base href="//evil.example">',
  ])(
    'is not shown before it is saved if it contains %s, as only the site knows what it allows',
    async (value) => {
      const { send } = await connected(html)
      const before = shown()
      await send(edit(value))
      await import('./apply-html.ts')
      await frames()
      expect(shown()).toBe(before)
    },
  )
})

test('a text that the site renders again shows the edit, and moved nodes stay editable', async () => {
  const { send } = await connected(`<main><p>${marked('Fog', 'title')}</p></main><div></div>`)
  await send({ kind: 'edit', source: field('title'), value: 'Fogs', former: 'Fog' })
  const paragraph = document.querySelector('p')
  document.querySelector('div')?.append(paragraph ?? '')
  await frames()
  await send({ kind: 'edit', source: field('title'), value: 'Fogs!', former: 'Fogs' })
  expect(textOf('div p')).toBe('Fogs!')
  document
    .querySelector('main')
    ?.insertAdjacentHTML('beforeend', `<b>${marked('Fog', 'title')}</b>`)
  await vi.waitFor(() => expect(textOf('b')).toBe('Fogs!'))
  // The site puts another text into the same node.
  if (paragraph?.firstChild) paragraph.firstChild.nodeValue = 'Menu'
  await frames()
  await send({ kind: 'edit', source: field('title'), value: 'Fogs?', former: 'Fogs!' })
  expect([textOf('div p'), textOf('b')]).toEqual(['Menu', 'Fogs?'])
})

test('calls onChange for saved drafts, or else fetches the page and keeps its nodes', async () => {
  const onChange = vi.fn<(objects: readonly string[]) => void>()
  const first = await connected(`<p>${marked('Fog', 'title')}</p>`, { onChange })
  await first.send({ kind: 'saved', objects: [ID] })
  expect(onChange).toHaveBeenCalledWith([ID])
  for (const stop of stops.splice(0)) stop()

  const { send, last } = await connected(
    `<nav>Menu</nav><main class="a"><input><p>${marked('Fog', 'title')}</p><i></i></main>`,
  )
  const input = document.querySelector('input')
  input?.focus()
  const html = `<title>New</title><nav>Other</nav><main id="b"><input><p>${marked('Wind', 'title')}</p><ul><li>1</li></ul><b>2</b></main>`
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(html))
  await send({ kind: 'edit', source: field('title'), value: 'Fogs', former: 'Fog' })
  await send({ kind: 'saved', objects: [ID] })
  await vi.waitFor(() => expect(textOf('p')).toBe('Wind'))
  expect([textOf('nav'), textOf('ul'), textOf('b'), document.title]).toEqual([
    'Menu',
    '1',
    '2',
    'New',
  ])
  expect(document.querySelector('main')?.outerHTML).toMatch(/^<main id="b">/)
  expect(document.activeElement).toBe(input)
  await vi.waitFor(() => expect(last('page')?.editables[0]?.text).toBe('Wind'))
  vi.restoreAllMocks()
})

test.each([
  ['an insertion', '<p>1</p><p>2 <a>A</a></p>', '<h2>New</h2><p>0</p><p>1</p><p>2 <a>A</a></p>'],
  ['a removal', '<img><p>1</p><b>2 <a>A</a></b>', '<b>2 <a>A</a></b>'],
  ['an insertion, with another text', '<p>1</p><b><a>A</a></b>', '<p>1</p><img><b><a>B</a></b>'],
  ['another element', '<p>1</p><b><a>A</a></b>', '<ul></ul><b><a>B</a></b>'],
  ['an insertion at the end', '<b><a>A</a></b>', '<b><a>A</a></b><b>2</b>'],
])('a save with %s keeps the element that has the focus', async (_change, before, after) => {
  const { send } = await connected(`<main>${before.replace('<a>', '<a href="#">')}</main>`)
  const link = document.querySelector('a')
  link?.focus()
  const html = `<main>${after.replace('<a>', '<a href="#">')}</main>`
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(html))
  await send({ kind: 'saved', objects: [ID] })
  await vi.waitFor(() => expect(document.querySelector('main')?.outerHTML).toBe(html))
  expect(document.activeElement).toBe(link)
  vi.restoreAllMocks()
})

test('a click on an editable text opens its field, and a click with Ctrl follows the link', async () => {
  const { last, received } = await connected(
    `<a href="#there">${marked('Fog', 'title')}</a><button>Menu</button>`,
  )
  const link = document.querySelector('a')
  const click = (element: Element | null, init: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientY: 30, ...init })
    element?.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(click(link)).toBe(true)
  await vi.waitFor(() => expect(last('open')?.source).toEqual(field('title')))
  expect(location.hash).toBe('')
  expect(click(document.querySelector('button'))).toBe(false)
  expect(click(link, { ctrlKey: true })).toBe(true)
  expect(location.hash).toBe('#there')
  expect(received.filter(({ kind }) => kind === 'open')).toHaveLength(1)
  location.hash = ''
})

test('outlines the focused field, or the one that contains it, and scrolls it into view', async () => {
  const { send } = await connected(
    `${'<br>'.repeat(100)}<h1>${marked('Fog', 'title')}</h1><ul data-typecase="${ID}:metadata.rows"></ul>`,
  )
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await send({ kind: 'focus', source: field('title') })
  expect(drawn()).toEqual([''])
  expect(scrolled.mock.instances).toEqual([document.querySelector('h1')])
  await send({ kind: 'focus', source: field('metadata.rows.2.text') })
  expect(drawn()).toEqual([''])
  await send({ kind: 'focus', source: field('other') })
  expect(drawn()).toEqual([])
  scrolled.mockRestore()
})

test('letters, or arrow keys and Enter, open the labelled fields, and Escape hides the labels', async () => {
  const { send, last, received } = await connected(
    `<h1>${marked('Fog', 'title')}</h1><p>${marked('Wind', 'teaser')}</p>`,
  )
  await send({ kind: 'labels', areVisible: true })
  expect(drawn()).toEqual(['a', 's'])
  expect(press('x').defaultPrevented).toBe(true)
  press('s')
  await vi.waitFor(() => expect(last('open')?.source).toEqual(field('teaser')))
  expect(drawn()).toEqual([])
  await vi.waitFor(() => expect(last('labels-closed')).toBeDefined())
  await send({ kind: 'labels', areVisible: true })
  press('ArrowDown')
  press('ArrowDown')
  press('Enter')
  await vi.waitFor(() => expect(last('open')?.source).toEqual(field('title')))
  await send({ kind: 'labels', areVisible: true })
  press('Escape')
  await vi.waitFor(() =>
    expect(received.filter(({ kind }) => kind === 'labels-closed')).toHaveLength(3),
  )
  expect(received.filter(({ kind }) => kind === 'open')).toHaveLength(2)
  expect(drawn()).toEqual([])
})

test('labels are one letter of the home row, or two where there are many', () => {
  expect(labelsFor(3)).toEqual(['a', 's', 'd'])
  for (const count of [9, 10, 81, 82, 676]) {
    const labels = labelsFor(count)
    expect(new Set(labels).size).toBe(count)
    expect(new Set(labels.map(({ length }) => length)).size).toBe(1)
  }
})

test('steps to the next or previous field, and wraps around at the ends', async () => {
  const { send, last } = await connected(
    `<h1>${marked('Fog', 'title')}</h1><p>${marked('Wind', 'teaser')}</p><p>${marked('Sea', 'sea')}</p>`,
  )
  const stepFrom = async (path: string | null, by: 1 | -1) => {
    await send({ kind: 'focus', source: path === null ? null : field(path) })
    await send({ kind: 'step', by })
    await vi.waitFor(() => expect(last('open')).toBeDefined())
    return last('open')?.source.path
  }
  expect(await stepFrom(null, 1)).toBe('title')
  expect(await stepFrom('title', 1)).toBe('teaser')
  expect(await stepFrom('sea', 1)).toBe('title')
  expect(await stepFrom('title', -1)).toBe('sea')
  expect(await stepFrom(null, -1)).toBe('sea')
})

test('passes on only the shortcuts of the dashboard', async () => {
  const { received } = await connected('<p>Fog</p>')
  const keys = () => received.flatMap((one) => (one.kind === 'key' ? one.key : []))
  press('v', { altKey: true })
  press('√', { altKey: true, code: 'KeyV' })
  press('e', { altKey: true })
  press(']', { altKey: true })
  press('[', { altKey: true })
  press('Escape')
  press('k', { ctrlKey: true })
  press('k', { metaKey: true })
  for (const init of [{}, { ctrlKey: true, altKey: true }, { shiftKey: true, altKey: true }])
    expect(press('v', init).defaultPrevented).toBe(false)
  await vi.waitFor(() =>
    expect(keys()).toEqual([
      'Alt+V',
      'Alt+V',
      'Alt+E',
      'Alt+]',
      'Alt+[',
      'Escape',
      'Mod+k',
      'Mod+k',
    ]),
  )
})

test('a new token replaces the former one', async () => {
  const onAccess = vi.fn<(access: PreviewAccess) => void>()
  const { send } = await connected('', { onAccess })
  const next = { ...access, token: 'preview.y' }
  await send({ kind: 'access', access: next })
  expect(onAccess.mock.calls).toEqual([[access], [next]])
})
