// @vitest-environment jsdom
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import plugin from './plugin.ts'
import { useAnnounceProgress } from './use-tray.ts'

interface Row {
  about: string
  percent: number
}

/** Renders the hook with several lists of rows in turn. @returns the announcements */
function said(...moments: readonly Row[][]): readonly string[] {
  const host = createTestHost(plugin)
  const { rerender } = renderHook(({ rows }) => useAnnounceProgress(rows), {
    initialProps: { rows: [] as Row[] },
    wrapper: ({ children }) => <HostProvider host={host}>{children}</HostProvider>,
  })
  for (const rows of moments) rerender({ rows })
  return host.log.announced
}

const at = (...percents: number[]): Row[][] =>
  percents.map((percent) => [{ about: 'Import a.csv', percent }])

test('progress is announced once at every quarter', () => {
  expect(said(...at(0, 10, 26, 30, 49, 80, 99, 100))).toEqual([
    'Import a.csv: 25 %',
    'Import a.csv: 75 %',
    'Import a.csv: 100 %',
  ])
})

test('a job and the command that follows it are announced as one', () => {
  expect(said(...at(26), [], ...at(20, 30), [], ...at(55))).toEqual([
    'Import a.csv: 25 %',
    'Import a.csv: 50 %',
  ])
})

test('a job that runs again is announced again', () => {
  expect(said(...at(100), [], ...at(0, 50))).toEqual(['Import a.csv: 100 %', 'Import a.csv: 50 %'])
})
