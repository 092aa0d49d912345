// @vitest-environment jsdom
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import plugin from './plugin.ts'
import { useAnnounceProgress } from './use-announce-progress.ts'

afterEach(cleanup)

test('progress is told at every quarter, once', () => {
  const host = createTestHost(plugin)
  const { rerender } = renderHook(
    ({ percent }) => useAnnounceProgress([{ id: 'a', title: 'Import a.csv', percent }]),
    {
      initialProps: { percent: 0 },
      wrapper: ({ children }) => <HostProvider host={host}>{children}</HostProvider>,
    },
  )
  for (const percent of [10, 26, 30, 49, 80, 99, 100]) rerender({ percent })
  expect(host.log.announced).toEqual([
    'Import a.csv: 25 %',
    'Import a.csv: 75 %',
    'Import a.csv: 100 %',
  ])
})
