// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { browsers, compose } from '@typecase/ui/compositions.fixture'
import { TextArea } from '@typecase/ui/text-area'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'

import { useMention } from './use-mention.tsx'

const members = ['Ada Byron', 'Alan Turing', 'Grace Hopper'].map((name) => ({
  id: name,
  name,
  picture: null,
}))

function Box() {
  const [text, setText] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const mention = useMention(members, text, setText, box)
  return (
    <>
      <TextArea
        aria-label="Write a comment"
        value={text}
        onChange={setText}
        inputRef={box}
        {...mention.box}
      />
      {mention.list}
    </>
  )
}

function setUp() {
  render(<Box />)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  return {
    box,
    type(text: string) {
      fireEvent.change(box, { target: { value: text } })
      box.setSelectionRange(text.length, text.length)
      fireEvent.keyUp(box, { key: text.at(-1) })
    },
    active() {
      const id = box.getAttribute('aria-activedescendant')
      return id === null ? null : document.getElementById(id)
    },
  }
}

test('the text box refers to the list of people and to the person whom Enter inserts', () => {
  const { box, type, active } = setUp()
  expect(box.getAttribute('aria-autocomplete')).toBe('list')
  expect(box.getAttribute('aria-haspopup')).toBe('listbox')
  expect(box.hasAttribute('aria-controls')).toBe(false)
  type('@a')
  expect(document.getElementById(box.getAttribute('aria-controls') ?? '')).toBe(
    screen.getByRole('listbox', { name: 'People' }),
  )
  expect(active()?.textContent).toContain('Ada Byron')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  expect(active()?.textContent).toContain('Alan Turing')
  expect(active()?.getAttribute('aria-selected')).toBe('true')
  type('@ad')
  expect(active()?.textContent).toContain('Ada Byron')
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(box.value).toBe('@Ada Byron ')
  expect(active()).toBeNull()
  expect(box.hasAttribute('aria-controls')).toBe(false)
})

test.each(browsers)(
  'keys of a composition in %s neither choose a person nor close the list',
  (browser) => {
    const { box, type } = setUp()
    type('@a')
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowDown'])
      expect(compose(box, browser, key).defaultPrevented).toBe(false)
    expect(box.value).toBe('@a')
    expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true')
  },
)
