// @vitest-environment jsdom
import { getUser } from '@typecase/contract/users'
import { type } from 'arktype'
import { expect, test } from 'vitest'

import { defineCommand } from '../command.ts'
import * as here from '../here.ts'
import * as jobs from '../jobs.ts'
import * as keymap from '../keymap.ts'
import * as plugins from '../plugins.ts'
import * as services from '../services.ts'
import { fill } from '../slot.ts'
import type { AnyToken } from '../token.ts'
import { definePlugin } from '../plugin.ts'
import { apiQueryOptions } from '../api-query.ts'
import { useApiQuery } from '../react/queries.tsx'
import { useRouteParams, useRouteSearch } from '../react/routes.tsx'
import { route } from '../route.ts'
import { Api, Queries } from '../services.ts'
import { has } from '../when.ts'
import { renderPlugin, renderSlot } from './render-plugin.tsx'
import { createTestHost } from './test-host.ts'
import { planCommand, runCommand } from './run-command.ts'

const page = route({
  id: 'people.show',
  mount: 'bucket',
  path: 'people/$personID',
  title: 'Person',
  search: () => type({ 'tab?': "'posts' | 'drafts'" }),
  load: () => Promise.resolve(module),
})

function Person() {
  const { bucketSlug, personID } = useRouteParams(page)
  const { tab } = useRouteSearch(page)
  const { data } = useApiQuery(getUser, {})
  return <h1>{`${bucketSlug} ${personID} ${tab ?? 'no tab'} ${data?.user.email ?? 'loading'}`}</h1>
}

const module = {
  default: Person,
  prefetch: ({ services }: { services: Parameters<typeof apiQueryOptions>[0] }) =>
    services.get(Queries).ensureQueryData(apiQueryOptions(services, getUser, {})),
}

const count = defineCommand({
  id: 'people.count',
  title: 'Count',
  effect: 'none',
  when: has('route.bucketSlug'),
  args: () => type({ to: 'number' }),
  load: () =>
    Promise.resolve({
      async *run({ to }: { to: number }, { services, go, run }) {
        for (let done = 0; done < to; done++) yield { done, total: to }
        await services.get(Api).call(getUser, {})
        await run({ command: 'other.thing' })
        await go(page, { params: { personID: '1' } })
        return { message: `Counted to ${to}.` }
      },
    }),
})

const plugin = definePlugin({
  id: 'people',
  version: '1.0.0',
  api: 1,
  title: 'People',
  routes: [page],
  commands: [count],
})

const api = { 'users.get': () => ({ user: { email: 'ada@example.org' } }) }
const facts = { 'route.bucketSlug': 'blog' }

test('renderPlugin renders a page at its address with its data', async () => {
  const { findByRole, host } = await renderPlugin(plugin, {
    route: 'people.show',
    params: { bucketSlug: 'blog', personID: '7' },
    search: { tab: 'drafts' },
    api,
  })
  expect((await findByRole('heading')).textContent).toBe('blog 7 drafts ada@example.org')
  expect(host.log.calls).toEqual([{ endpoint: 'users.get' }])
})

test('runCommand runs a command to completion and reports progress, commands and navigation', async () => {
  const { outcome, progress, log } = await runCommand(
    plugin,
    'people.count',
    { to: 2 },
    { api, facts },
  )
  expect(outcome).toEqual({ message: 'Counted to 2.' })
  expect(progress).toEqual([
    { done: 0, total: 2 },
    { done: 1, total: 2 },
  ])
  expect(log.ran).toEqual([{ command: 'other.thing' }])
  expect(log.went).toEqual([{ to: 'people.show', params: { personID: '1' } }])
})

test('runCommand refuses what the core would refuse', async () => {
  const run = (id: string, args = {}, options = {}) => runCommand(plugin, id, args, options)
  await expect(run('people.gone')).rejects.toThrow('has no command people.gone')
  await expect(run('people.count', { to: 1 })).rejects.toThrow('it needs route.bucketSlug')
  await expect(run('people.count', { to: 'x' }, { facts })).rejects.toThrow('to must be a number')
  await expect(run('people.count', { to: 1 }, { facts })).rejects.toThrow('no answer to users.get')
  await expect(planCommand(plugin, 'people.count', { to: 1 }, { facts })).rejects.toThrow('no plan')
})

test('a test host has every service of the core', () => {
  const tokens = [services, jobs, keymap, plugins, here]
    .flatMap((module) => Object.values<unknown>(module))
    .filter((one): one is AnyToken => typeof one === 'object' && one !== null && 'major' in one)
  const host = createTestHost({ id: 'x', version: '1', api: 1, title: 'X' })
  expect(tokens.length).toBeGreaterThan(15)
  expect(tokens.filter((one) => !host.services.isReady(one))).toEqual([])
})

test('a test host keeps files, opens palettes, emits bucket events and changes the theme', () => {
  const host = createTestHost({ id: 'x', version: '1', api: 1, title: 'X' })
  const files = host.services.get(services.Files)
  expect(files.get(files.keep(new File(['a'], 'a.txt'))).name).toBe('a.txt')
  host.services.get(services.Palette).open({ query: '>' })
  expect(host.log.opened).toEqual([{ query: '>' }])
  const events: unknown[] = []
  const stop = host.services
    .get(services.BucketEvents)
    .subscribe('blog', (event) => events.push(event))
  host.emit({ kind: 'version', version: 2 })
  stop()
  host.emit({ kind: 'version', version: 3 })
  expect(events).toEqual([{ kind: 'version', version: 2 }])
  const theme = host.services.get(services.Theme)
  theme.set('dark')
  expect([theme.get(), theme.scheme(), theme.isChosen()]).toEqual(['dark', 'dark', true])
})

test('renderSlot renders panels of the plugin and of others, and rejects if it has none', async () => {
  const panel = (id: string, text: string) =>
    fill('shell.top', { id, load: () => Promise.resolve({ default: () => <p>{text}</p> }) })
  const base = { version: '1', api: 1, title: 'X' } as const
  const plugin = { ...base, id: 'x', slots: [panel('x.top', 'mine')] }
  const other = { ...base, id: 'y', slots: [panel('y.top', 'theirs')] }
  const { findByText } = await renderSlot(plugin, 'shell.top', {}, { others: [other] })
  await findByText('mine')
  await findByText('theirs')
  await expect(renderSlot(plugin, 'shell.tray', {})).rejects.toThrow('shows nothing in shell.tray')
})
