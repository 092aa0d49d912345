// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('a picture that fails to load is replaced by initials until another one is given', () => {
  const { container, rerender } = render(<Avatar name="Ada Byron" src="/gone.png" />)
  const picture = () => container.querySelector('img')
  expect(picture()?.getAttribute('src')).toBe('/gone.png')
  fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
  expect(container.textContent).toBe('AB')
  rerender(<Avatar name="Ada Byron" src="/new.png" />)
  expect(picture()?.getAttribute('src')).toBe('/new.png')
})
