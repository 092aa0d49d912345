// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { useSteady } from './steady.tsx'

test('useSteady keeps returning the same function, which calls the handler of the last render', () => {
  const { result, rerender } = renderHook(({ by }) => useSteady((at: number) => at + by), {
    initialProps: { by: 1 },
  })
  const first = result.current
  expect(first(1)).toBe(2)
  rerender({ by: 10 })
  expect(result.current).toBe(first)
  expect(first(1)).toBe(11)
})
