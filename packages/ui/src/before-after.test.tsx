// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { BeforeAfter } from './before-after.tsx'

test.each([
  ['wrote notes on it', 'wrote long notes on it', 'wrote <ins>long </ins>notes on it'],
  ['First', 'First corrected', 'First<ins> corrected</ins>'],
  ['draft', 'published', '<del>draft</del><ins>published</ins>'],
  ['a a', 'a', 'a<del> a</del>'],
  ['', 'new', '<ins>new</ins>'],
  ['old', '', '<del>old</del>'],
  ['same', 'same', 'same'],
])('BeforeAfter marks the change from “%s” to “%s”', (before, after, html) => {
  const { container } = render(<BeforeAfter before={before} after={after} />)
  expect(container.querySelector('span')?.innerHTML).toBe(html)
})
