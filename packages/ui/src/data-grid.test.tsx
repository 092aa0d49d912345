// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { GridThumbnail } from './data-grid.tsx'

afterEach(cleanup)

test('a picture that cannot be had leaves its place empty, until there is another one', () => {
  const { container, rerender } = render(<GridThumbnail src="/media/gone.jpg" />)
  const image = () => container.querySelector('img')
  const broken = image()
  if (!broken) throw new Error('There is no picture.')
  fireEvent.error(broken)
  expect(image()).toBeNull()
  expect(container.querySelector('span')).not.toBeNull()
  rerender(<GridThumbnail src="/media/there.jpg" />)
  expect(image()?.getAttribute('src')).toBe('/media/there.jpg')
})
