// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GridThumbnail } from './data-grid.tsx'

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
