// @vitest-environment jsdom
import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { browsers, compose } from '@typecase/ui/compositions.fixture'
import { expect, test } from 'vitest'

import { slashMenu, type SlashMenuState } from './slash-menu.tsx'
import { menuTools } from './text-tools.ts'

function setUp() {
  let menu: SlashMenuState | undefined
  const element = document.body.appendChild(document.createElement('div'))
  const extensions = [
    StarterKit,
    slashMenu(
      () => menuTools,
      (next) => void (menu = next),
    ),
  ]
  const editor = new Editor({ element, extensions, injectCSS: false })
  const { dom } = editor.view
  return {
    editor,
    dom,
    menu: () => menu,
    press: (key: string) =>
      dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  }
}

test('Enter applies a tool of the slash menu, and Escape closes it and keeps the text', () => {
  const { editor, menu, press } = setUp()
  editor.commands.focus()
  editor.commands.insertContent('/head')
  expect(menu()?.tools.map(({ label }) => label)).toContain('Heading 1')
  press('Escape')
  expect([menu(), editor.getText()]).toEqual([undefined, '/head'])
  editor.commands.setContent('<p></p>')
  editor.commands.insertContent('/head')
  press('ArrowDown')
  press('Enter')
  expect([menu(), editor.isActive('heading', { level: 2 })]).toEqual([undefined, true])
})

test.each(browsers)(
  'keys of a composition in %s neither choose a tool nor close the slash menu',
  (browser) => {
    const { editor, dom, menu, press } = setUp()
    editor.commands.focus()
    editor.commands.insertContent('/head')
    const before = menu()
    expect(before?.tools).toHaveLength(3)
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowDown'])
      expect(compose(dom, browser, key).defaultPrevented, key).toBe(false)
    expect(menu()).toBe(before)
    expect(editor.getHTML()).toBe('<p>/head</p>')
    // ProseMirror takes jsdom for Safari, where it ignores the first key press after a composition.
    press('Shift')
    press('Enter')
    expect(editor.isActive('heading')).toBe(true)
  },
)
