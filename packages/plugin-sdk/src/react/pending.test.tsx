// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { usePending } from './pending.tsx'

test('usePending is pending until the work resolves or rejects', async () => {
  const { result } = renderHook(() => usePending())
  const [, during] = result.current
  for (const settle of ['resolve', 'reject'] as const) {
    const work = Promise.withResolvers<string>()
    let answer: Promise<string> | undefined
    act(() => void (answer = during(() => work.promise)))
    expect(result.current[0]).toBe(true)
    await act(async () => {
      work[settle]('done')
      await answer?.catch(() => undefined)
    })
    expect(result.current[0]).toBe(false)
    await (settle === 'resolve'
      ? expect(answer).resolves.toBe('done')
      : expect(answer).rejects.toBe('done'))
  }
})
