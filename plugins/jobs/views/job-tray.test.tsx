// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Job } from '@typecase/contract/jobs'
import type { BucketEvent } from '@typecase/contract/events'
import type { User } from '@typecase/contract/users'
import type { Ref } from '@typecase/plugin-sdk/command'
import { Jobs, Journal } from '@typecase/plugin-sdk/jobs'
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import { UserProvider } from '@typecase/plugin-sdk/react/user'
import { BucketEvents, Queries, Session } from '@typecase/plugin-sdk/services'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { provide } from '@typecase/plugin-sdk/token'
import { afterEach, expect, test, vi } from 'vitest'

import plugin from '../plugin.ts'
import JobTray from './job-tray.tsx'

afterEach(() => {
  cleanup()
  keep.mockClear()
  jobsOfThisTab.clear()
})

const [me, mary] = ['a'.repeat(24), 'b'.repeat(24)]
const job = (more: Partial<Job>): Job => ({
  id: 'c'.repeat(24),
  kind: 'objects.publish',
  title: 'Publish 200 objects',
  status: 'running',
  total: 200,
  done: 50,
  failed: 0,
  errors: [],
  change_set_id: null,
  result: null,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: me,
  client: null,
  finished_at: null,
  ...more,
})

let tell: (event: BucketEvent) => void = () => {}
const keep = vi.fn<(label: string, undo: Ref, bucket: string) => string>(() => 'step')
const jobsOfThisTab = new Set<string>()

function renderTray(jobs: readonly Job[]) {
  const nothing: readonly never[] = []
  const session = {
    getSnapshot: () => state,
    subscribe: () => () => {},
    signIn: () => Promise.resolve(),
    saveUser: () => {},
    logout: () => Promise.resolve(),
    leaveEnded: () => Promise.resolve(),
  }
  // The tests use only the id of the user.
  const state = { isLoggedIn: true, loading: false, data: { id: me } as User }
  const host = createTestHost(plugin, {
    facts: { 'route.bucketSlug': 'archive' },
    api: {
      'jobs.list': () => ({ jobs, total: jobs.length, limit: 20, skip: 0 }),
      'buckets.people': () => ({
        people: [
          {
            id: mary,
            first_name: 'Mary',
            last_name: 'Somerville',
            avatar_url: null,
            status: 'member',
          },
        ],
      }),
    },
    services: [
      provide(Session, () => session),
      provide(BucketEvents, () => ({
        subscribe: (_slug, listener) => {
          tell = listener
          return () => {}
        },
      })),
      // The tests use only these methods of the journal.
      provide(Journal, () => ({ keep, hasBegun: (id: string) => jobsOfThisTab.has(id) }) as never),
      provide(Jobs, () => ({
        list: () => nothing,
        subscribe: () => () => {},
        cancel: () => {},
        dismiss: () => {},
      })),
    ],
  })
  render(
    <HostProvider host={host}>
      <UserProvider session={session}>
        <QueryClientProvider client={host.services.get(Queries)}>
          <JobTray />
        </QueryClientProvider>
      </UserProvider>
    </HostProvider>,
  )
  return host
}

test('a job of someone else is shown with their name', async () => {
  renderTray([job({ created_by: mary })])
  const name = 'Publish 200 objects – Mary Somerville'
  expect(await screen.findByRole('progressbar', { name })).toBeDefined()
})

test('the user’s own jobs are shown without a request for names', async () => {
  const host = renderTray([job({})])
  expect(await screen.findByRole('progressbar', { name: 'Publish 200 objects' })).toBeDefined()
  expect(host.log.calls.map(({ endpoint }) => endpoint)).toEqual(['jobs.list'])
})

const ends = (more: Partial<Job>) => {
  const ended = job({ status: 'done', done: 200, finished_at: '2026-01-01T00:01:00.000Z', ...more })
  act(() => tell({ kind: 'job', job: ended }))
}

test('a change of a job that this tab started becomes an undo step, once', async () => {
  renderTray([job({})])
  await screen.findByRole('progressbar')
  jobsOfThisTab.add('c'.repeat(24))
  const change_set_id = 'd'.repeat(24)
  ends({ change_set_id })
  await screen.findByRole('link', { name: 'Show details' })
  ends({ change_set_id })
  expect(keep.mock.calls).toEqual([
    [
      'Publish 200 objects',
      { command: 'jobs.undo-change-set', args: { bucket: 'archive', change_set_id } },
      'archive',
      'c'.repeat(24),
    ],
  ])
})

test('a job that this tab did not start, or that changed nothing, becomes no undo step', async () => {
  renderTray([job({}), job({ id: 'e'.repeat(24) })])
  await screen.findAllByRole('progressbar')
  jobsOfThisTab.add('e'.repeat(24))
  ends({ change_set_id: 'd'.repeat(24) })
  ends({ id: 'e'.repeat(24), change_set_id: null })
  await screen.findAllByRole('link', { name: 'Show details' })
  expect(keep).not.toHaveBeenCalled()
})

test('a finished job collapses after ten seconds and expands on a press', async () => {
  renderTray([job({})])
  await screen.findByRole('progressbar')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ends({ status: 'failed' })
  expect(screen.getByRole('link', { name: 'Show details' })).toBeDefined()
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.queryByRole('link', { name: 'Show details' })).toBeNull()
  await act(
    async () => void fireEvent.click(screen.getByRole('button', { name: '1 finished job' })),
  )
  expect(screen.getByRole('link', { name: 'Show details' })).toBeDefined()
  vi.useRealTimers()
})
