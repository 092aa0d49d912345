// @vitest-environment jsdom
import { EditorView } from '@codemirror/view'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { CodeEditor } from './code-editor.tsx'

afterEach(cleanup)

test('the code editor reports only typed changes and keeps the line breaks of the text', () => {
  const written: string[] = []
  const editorOf = (value: string) => (
    <CodeEditor
      label="Body"
      language="html"
      value={value}
      onChange={(text) => written.push(text)}
    />
  )
  const { container, rerender } = render(editorOf('a\r\nb'))
  const text = container.firstElementChild?.shadowRoot?.querySelector<HTMLElement>('.cm-content')
  const view = text && EditorView.findFromDOM(text)
  if (!view) throw new Error('There is no editor.')
  expect(written).toEqual([])
  act(() => view.dispatch({ changes: { from: 1, insert: 'x' } }))
  expect(written).toEqual(['ax\r\nb'])
  rerender(editorOf('ax\r\nb'))
  rerender(editorOf('other\r\ntext'))
  expect(view.state.doc.toString()).toBe('other\ntext')
  act(() => view.dispatch({ changes: { from: 0, to: 5, insert: 'one\nand' } }))
  expect(written).toEqual(['ax\r\nb', 'one\r\nand\r\ntext'])
})
