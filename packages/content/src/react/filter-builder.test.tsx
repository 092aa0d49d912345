// @vitest-environment jsdom
import type { FilterSchema } from '@typecase/content-query/filter-fields'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { route } from '@typecase/plugin-sdk/route'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'

import { FilterBuilder } from './filter-builder.tsx'

const schema: FilterSchema = [{ path: 'width', title: 'Width', type: 'number' }]

test('typing in a value continues after Enter, even while the query is still being applied', async () => {
  const applied: ListQuery[] = []
  let current: ListQuery = {}
  const listeners = new Set<() => void>()
  function arrive(query: ListQuery): void {
    current = query
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function Page() {
    const query = useSyncExternalStore(subscribe, () => current)
    return (
      <FilterBuilder
        bucketSlug="archive"
        query={query}
        schema={schema}
        resource="media"
        onApply={(next) => applied.push(next)}
        count={async () => 0}
        noun="media"
      />
    )
  }
  const page = route({
    id: 'x.page',
    mount: 'root',
    path: 'x',
    title: 'X',
    load: async () => ({ default: Page }),
  })
  await renderPlugin(
    definePlugin({ id: 'x', version: '1.0.0', api: 1, title: 'X', routes: [page] }),
    {
      route: 'x.page',
    },
  )
  const user = userEvent.setup()
  await user.type(await screen.findByRole('combobox', { name: 'Field' }), 'width{Enter}')
  const value = screen.getByRole<HTMLInputElement>('combobox', { name: 'Value' })
  await user.type(value, '>60{Enter}0{Enter}')
  expect(applied).toHaveLength(2)
  await user.keyboard('5')
  for (const query of applied) act(() => arrive(query))
  expect(value.isConnected).toBe(true)
  expect(value.value).toBe('6005')
  expect(document.activeElement).toBe(value)
  // A query from outside replaces the text.
  act(() => arrive({ width: { $gt: 7 } }))
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Value' }).value).toBe('7')
})
