// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { linkToObject } from '@typecase/contract/object-links'
import { afterEach, expect, test } from 'vitest'

import { linkedAt, linkedIds, ObjectLinks, withTargets } from './object-link.ts'
import { htmlFormat } from './text-format.ts'

const storm = '0123456789abcdef01234567'
const lost = '89abcdef0123456701234567'

let editor: Editor
afterEach(() => editor.destroy())

function open(html: string): void {
  editor = new Editor({
    element: document.createElement('div'),
    extensions: [...htmlFormat.extensions, ObjectLinks],
    content: htmlFormat.read(html),
    injectCSS: false,
  })
}

const linked = (id: string, words: string): string => `<a href="${linkToObject(id)}">${words}</a>`
const looks = () =>
  [...editor.view.dom.querySelectorAll('[data-object-link]')].map((link) => [
    link.textContent,
    link.getAttribute('data-object-link'),
    link.getAttribute('title'),
  ])

test('a link to an object shows the title of the object or that it was deleted, unlike other links', () => {
  open(`<p>A ${linked(storm, 'storm')}, ${linked(lost, 'lost')} and <a href="/a">more</a></p>`)
  expect(linkedIds(editor.state)).toEqual([storm, lost])
  expect(looks()).toEqual([
    ['storm', '', null],
    ['lost', '', null],
  ])
  const targets = new Map([
    [storm, 'The Storm'],
    [lost, null],
  ])
  editor.view.dispatch(withTargets(editor.state, targets))
  expect(looks()).toEqual([
    ['storm', '', 'The Storm'],
    ['lost', 'broken', 'This object was deleted'],
  ])
  expect(htmlFormat.write(editor.state.doc)).not.toContain('data-object-link')
  editor.commands.setContent(`<p>${linked(storm, 'Storm')}</p>`)
  expect(looks()).toEqual([['Storm', '', 'The Storm']])
  expect(linkedIds(editor.state)).toEqual([storm])
})

test('the link at the caret is the one that contains or touches it', () => {
  open(`<p>A ${linked(storm, 'storm')} at sea</p>`)
  const at = [1, 2, 3, 5, 8, 9].map((position) => linkedAt(editor.state.doc, position))
  expect(at).toEqual([undefined, undefined, storm, storm, storm, undefined])
})
