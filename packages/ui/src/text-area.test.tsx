// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { TextArea } from './text-area.tsx'

function Note() {
  const [text, setText] = useState('Ink')
  return <TextArea label="Note" value={text} onChange={setText} />
}

test('typing moves no node of the text area, which would end the browser’s undo step', async () => {
  render(<Note />)
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  const moved: MutationRecord[] = []
  const observer = new MutationObserver((records) => void moved.push(...records))
  observer.observe(area, { childList: true, subtree: true })
  await userEvent.type(area, ' on paper')
  moved.push(...observer.takeRecords())
  expect(area.value).toBe('Ink on paper')
  expect(moved).toEqual([])
  observer.disconnect()
})
