// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { PagedList } from './paged-list.tsx'
import type { LoadState } from './query-view.tsx'

interface Data {
  readonly rows: readonly string[]
  readonly total: number
}

function list(state: Partial<LoadState<Data>>, skip = 0) {
  const onSkip = vi.fn<(skip: number) => void>()
  const query = {
    data: undefined,
    error: null,
    isFetching: false,
    refetch: () => Promise.resolve(),
    ...state,
  }
  render(
    <PagedList
      query={query}
      what="comments"
      size={2}
      skip={skip}
      onSkip={onSkip}
      empty={<p>No comments yet</p>}
    >
      {({ rows }) => rows.map((row) => <p key={row}>{row}</p>)}
    </PagedList>,
  )
  return onSkip
}

test('a paged list shows a page of rows and goes to the next one', async () => {
  const onSkip = list({ data: { rows: ['a', 'b'], total: 3 } })
  expect(screen.getByText('1–2 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(onSkip).toHaveBeenCalledWith(2)
})

test('a paged list without any rows shows its empty state', () => {
  list({ data: { rows: [], total: 0 } })
  expect(screen.getByText('No comments yet')).toBeTruthy()
})

test('a page that has lost its rows leads back to the previous one', async () => {
  const onSkip = list({ data: { rows: [], total: 2 } }, 2)
  expect(screen.queryByText('No comments yet')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(onSkip).toHaveBeenCalledWith(0)
})

test('rows that could not be updated stay, with an alert', () => {
  list({ data: { rows: ['a'], total: 1 }, error: new Error('The server is busy.') })
  expect(screen.getByText('a')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('The server is busy.')
})
