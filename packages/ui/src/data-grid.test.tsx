// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GridHeaderCell, GridThumbnail } from './data-grid.tsx'

test('a thumbnail that fails to load leaves its place empty until its source changes', () => {
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

test('dragging the edge of a column resizes it', () => {
  const widths: [number, boolean][] = []
  const { container } = render(
    <GridHeaderCell columnIndex={2} onResize={(...width) => widths.push(width)}>
      Year
    </GridHeaderCell>,
  )
  const head = container.firstElementChild
  const edge = container.querySelector('[role="presentation"]')
  if (!(head instanceof HTMLElement) || !edge) throw new Error('There is no edge.')
  Object.defineProperty(head, 'offsetWidth', { value: 100 })
  edge.setPointerCapture = () => {}
  fireEvent.pointerMove(edge, { clientX: 500 })
  fireEvent.pointerDown(edge, { clientX: 100 })
  fireEvent.pointerMove(edge, { clientX: 130 })
  fireEvent.pointerUp(edge, { clientX: 140 })
  fireEvent.pointerMove(edge, { clientX: 600 })
  expect(widths).toEqual([
    [130, false],
    [140, true],
  ])
})

test('the menu button of a column is not part of the column’s name', () => {
  const opened: HTMLElement[] = []
  const { getByRole } = render(
    <GridHeaderCell columnIndex={2} onMenu={(anchor) => opened.push(anchor)}>
      Year
    </GridHeaderCell>,
  )
  const head = getByRole('columnheader', { name: 'Year' })
  fireEvent.click(getByRole('button', { name: 'Column menu' }))
  fireEvent.contextMenu(head)
  expect(opened).toEqual([getByRole('button', { name: 'Column menu' }), head])
})
