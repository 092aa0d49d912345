import { defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { describe, expect, test, vi } from 'vitest'

import { plain, setUp } from './run.fixture.ts'

describe('a run', () => {
  test('needs no subject on the page for an argument that it is given', async () => {
    const run = vi.fn(async () => ({ message: 'Resolved.' }))
    const resolve = defineCommand({
      id: 'pages.resolve',
      title: 'Resolve',
      effect: 'write',
      when: has('session.isLoggedIn'),
      subject: { object: has('route.objectID') },
      why: () => 'Open an object first.',
      args: () => type({ object: 'string' }),
      defaults: (facts) => ({ object: facts['route.objectID'] }),
      load: () => Promise.resolve({ run }),
    })
    const { service, catalog, host, interaction } = await setUp([resolve], {
      'session.isLoggedIn': true,
    })
    const ref = { command: 'pages.resolve' }
    expect(await service.run(ref)).toMatchObject({ message: 'Open an object first.' })
    expect(run).not.toHaveBeenCalled()
    expect(await service.run({ ...ref, args: { object: '1' } })).toEqual({ message: 'Resolved.' })
    expect(catalog.get('pages.resolve')).toMatchObject({
      isEnabled: false,
      missingSubjects: ['object'],
    })
    expect(catalog.relevance('pages.resolve')).toBe(0)

    host.facts.set({ 'session.isLoggedIn': true, 'route.objectID': '2' })
    await service.run(ref)
    expect(run).toHaveBeenLastCalledWith({ object: '2' }, expect.anything())
    expect(catalog.relevance('pages.resolve')).toBe(1)

    host.facts.set({ 'session.isLoggedIn': undefined })
    await service.run({ ...ref, args: { object: '1' } })
    expect(run).toHaveBeenCalledTimes(2)
    expect(interaction.askArguments).not.toHaveBeenCalled()
  })

  test('without its subject on the page asks for it, if the command can', async () => {
    const run = vi.fn(async () => {})
    const resolve = defineCommand({
      id: 'pages.resolve',
      title: 'Resolve',
      effect: 'write',
      subject: { object: has('route.objectID') },
      args: () => type({ object: 'string' }),
      defaults: (facts) => ({ object: facts['route.objectID'] }),
      ask: { object: { kind: 'text', title: 'Object' } },
      load: () => Promise.resolve({ run }),
    })
    const { service, catalog, interaction } = await setUp([resolve])
    expect(catalog.get('pages.resolve')).toMatchObject({ isEnabled: true })
    interaction.askArguments.mockResolvedValueOnce({ object: '3' })
    await service.run({ command: 'pages.resolve' })
    expect(run).toHaveBeenCalledWith({ object: '3' }, expect.anything())
  })

  test('of a removed command runs its replacement, and is remembered as a run of that', async () => {
    const run = vi.fn(async () => {})
    const { service, recents } = await setUp([
      plain(run, { effect: 'nav', formerIds: ['pages.removed'] }),
    ])
    const removed = { command: 'pages.removed' }
    await service.run(removed, { source: 'palette' })
    expect(run).toHaveBeenCalledOnce()
    recents.toggleFavourite(removed, 'Plain')
    const current = { command: 'pages.plain' }
    expect(recents.list().map(({ ref }) => ref)).toEqual([current])
    expect(recents.favourites().map(({ ref }) => ref)).toEqual([current])
    expect(recents.isFavourite(current)).toBe(true)
  })
})
