// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { Time } from './time.tsx'

test.each([9e15, '99999-99-99'])('an invalid stored time, %s, is shown unchanged', (value) => {
  const { container } = render(<Time value={value} />)
  const time = container.querySelector('time')
  expect(time?.textContent).toBe(String(value))
  expect(time?.hasAttribute('dateTime')).toBe(false)
})

test('a time is machine-readable', () => {
  const { container } = render(<Time value={0} isDay />)
  expect(container.querySelector('time')?.dateTime).toBe('1970-01-01T00:00:00.000Z')
})
