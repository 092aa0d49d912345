// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { afterEach, expect, test } from 'vitest'

import { describePictures, detailsOf, selectedPicture, setPicture } from './edit-picture.ts'
import { htmlFormat, markdownFormat, type TextFormat } from './text-format.ts'

let editor: Editor
afterEach(() => editor.destroy())

/** Opens a text, and selects its first picture. */
function open(format: TextFormat, text: string): void {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: format.extensions,
    content: format.read(text),
    injectCSS: false,
  })
  editor.state.doc.descendants((node, at) => {
    if (!['image', 'figure'].includes(node.type.name) || selectedPicture(editor.state)) return
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)))
  })
}

const plain = { alt: 'A', caption: '', size: 'full', position: 'center' } as const

test.each([
  ['![](/a.jpg)', plain, '![A](/a.jpg)'],
  [
    '![](/a.jpg)',
    { ...plain, caption: 'Of <stone>' },
    '<figure><img src="/a.jpg" alt="A"><figcaption>Of &lt;stone&gt;</figcaption></figure>',
  ],
  [
    'One ![](/a.jpg) two',
    { ...plain, size: 'small', position: 'left' },
    'One\n\n<figure data-size="small" data-position="left"><img src="/a.jpg" alt="A"></figure>\n\ntwo',
  ],
  // At full width there is no position to choose.
  ['![](/a.jpg)', { ...plain, position: 'left' }, '![A](/a.jpg)'],
  [
    '- ![](/a.jpg)',
    { ...plain, size: 'medium' },
    '-\n\n  <figure data-size="medium"><img src="/a.jpg" alt="A"></figure>',
  ],
  ['<figure data-size="small"><img src="/a.jpg" alt="B"></figure>', plain, '![A](/a.jpg)'],
] as const)('%s is rewritten with its new details', (text, details, written) => {
  open(markdownFormat, text)
  setPicture(editor, details)
  expect(markdownFormat.write(editor.state.doc)).toBe(written)
  expect(selectedPicture(editor.state)?.attrs['alt']).toBe('A')
})

test('a figure of HTML shows its details and keeps its other attributes', () => {
  const figure = (alt: string, caption: string) =>
    `<figure data-size="medium" data-position="right"><img src="/a.jpg" alt="${alt}" width="30"><figcaption>${caption}</figcaption></figure>`
  open(htmlFormat, `<p>One</p>${figure('A', 'B')}<p>Two</p>`)
  const picture = selectedPicture(editor.state)
  if (!picture) throw new Error('No picture is selected.')
  const details = detailsOf(picture)
  expect(details).toEqual({ alt: 'A', caption: 'B', size: 'medium', position: 'right' })
  setPicture(editor, { ...details, caption: 'C' })
  expect(htmlFormat.write(editor.state.doc)).toBe(`<p>One</p>${figure('A', 'C')}<p>Two</p>`)
})

test('pictures without an alt text get that of their media', () => {
  open(
    htmlFormat,
    '<p><img src="/a.jpg"><img src="/b.jpg"></p><figure><img src="/a.jpg" alt=""></figure>',
  )
  describePictures(editor, '/a.jpg', 'A')
  expect(htmlFormat.write(editor.state.doc)).toBe(
    '<p><img src="/a.jpg" alt="A"><img src="/b.jpg"></p><figure><img src="/a.jpg" alt="A"></figure>',
  )
})
