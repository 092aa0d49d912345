// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { type LoadState, QueryOutdated, QueryView } from './query-view.tsx'

const refusal = (code: string, message: string) =>
  Object.assign(new Error(message), { name: 'ApiError', code, status: 400, details: [] })

function show(
  patch: Partial<LoadState<string>>,
  props: { isSmall?: boolean; advice?: string } = {},
) {
  const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const query: LoadState<string> = {
    data: undefined,
    error: null,
    isFetching: false,
    refetch,
    ...patch,
  }
  render(
    <QueryView query={query} what="notes" missing={<p>No such note</p>} {...props}>
      {(text) => <p>{text}</p>}
    </QueryView>,
  )
  return refetch
}

test('a query shows that it is loading, and then its data', () => {
  show({})
  expect(screen.getByRole('status', { name: /notes/ })).toBeDefined()
  show({ data: 'Hello' })
  expect(screen.getByText('Hello')).toBeDefined()
})

test.each([false, true])(
  'a failure shows its reason and can be retried (small: %s)',
  async (isSmall) => {
    const refetch = show({ error: new Error('The server is busy.') }, { isSmall })
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('The notes could not be loaded')
    expect(alert.textContent).toContain('The server is busy.')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  },
)

test('data stays on screen if it cannot be updated', () => {
  show({ data: 'Hello', error: new Error('The server is busy.') })
  expect(screen.getByText('Hello')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('data that the user may no longer see is hidden, without Retry', () => {
  show({ data: 'Hello', error: refusal('forbidden', 'Your role does not allow it.') })
  expect(screen.queryByText('Hello')).toBeNull()
  expect(screen.getByText('You may not see the notes')).toBeDefined()
  expect(screen.getByText('Your role does not allow it.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('data that no longer exists is replaced by a message', () => {
  show({ data: 'Hello', error: refusal('not_found', 'No.') })
  expect(screen.getByText('No such note')).toBeDefined()
  expect(screen.queryByText('Hello')).toBeNull()
})

test('advice is shown after the reason of a failure', () => {
  show({ error: new Error('The token is refused.') }, { advice: 'Make another one.' })
  expect(screen.getByRole('alert').textContent).toContain('The token is refused. Make another one.')
})

test('outdated data has an alert with Retry', async () => {
  const refetch = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const query = { data: 'Hello', isFetching: false, refetch }
  const { rerender } = render(<QueryOutdated query={{ ...query, error: null }} />)
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () =>
    rerender(<QueryOutdated query={{ ...query, error: new Error('The server is busy.') }} />),
  )
  expect(screen.getByRole('alert').textContent).toContain(
    'could not be updated. The server is busy.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})
