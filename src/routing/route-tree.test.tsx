// @vitest-environment jsdom
import type { AnyRouter } from '@tanstack/react-router'
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router'
import { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { BucketMount } from '@typecase/plugin-sdk/mount'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import type { AnyRoute } from '@typecase/plugin-sdk/route'
import { route } from '@typecase/plugin-sdk/route'
import { Navigation, Palette, Queries, Selection } from '@typecase/plugin-sdk/services'
import { provide } from '@typecase/plugin-sdk/token'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { errorFrom } from '../api/api-error.ts'
import { createHost, type Host } from '../kernel/host.ts'
import { createSelection } from '../core/selection.ts'
import { createMounts } from './mounts.tsx'
import { createNavigation, type HostNavigation } from './navigation.ts'
import { watchRoute } from './route-facts.ts'
import { createAppRouter, followPlugins } from './router.ts'

// The router's behaviour at run time is not documented. This test verifies what route-tree.ts relies on.

let host: Host
let router: AnyRouter
let navigation: HostNavigation
const getBucket = vi.fn<(slug: string) => Promise<{ bucket: { role: string } }>>()

beforeEach(() => {
  // jsdom has no layout and cannot scroll.
  window.scrollTo = Element.prototype.scrollTo = () => {}
  getBucket.mockResolvedValue({ bucket: { role: 'editor' } })
})

const page = (id: `${string}.${string}`, path: string, text: string, mount = 'root' as const) =>
  route({
    id,
    mount,
    path,
    title: text,
    load: () => Promise.resolve({ default: () => <h1>{text}</h1> }),
  })

const bucketPage = (id: `${string}.${string}`, path: string, text: string) =>
  route({
    id,
    mount: 'bucket',
    path,
    title: text,
    load: () => Promise.resolve({ default: () => <h1>{text}</h1> }),
  }) as unknown as AnyRoute

const plugin = (id: string, ...routes: AnyRoute[]) =>
  definePlugin({ id, version: '1.0.0', api: 1, title: id, routes })

/** Looks up buckets with the mock of the test. */
const buckets = definePlugin({
  ...plugin('buckets'),
  provides: [
    provide(BucketMount, () => {
      let role: string | undefined
      return {
        async enter(slug) {
          try {
            role = (await getBucket(slug)).bucket.role
            return { isOpen: true }
          } catch (error) {
            if (isApiError(error, 'not_found', 'forbidden')) return { isOpen: false }
            throw error
          }
        },
        facts: (slug) => ({ 'bucket.role': slug === undefined ? undefined : role }),
        subscribe: () => () => {},
      }
    }),
  ],
})

async function start(address: string, ...plugins: ReturnType<typeof plugin>[]) {
  host = createHost()
  host.provide(Queries, new QueryClient())
  host.provide(Selection, createSelection(host.facts))
  host.provide(Palette, { open: () => {}, close: () => {} })
  const mounts = createMounts({
    services: host.services,
    views: {
      root: Outlet,
      frame: () => (
        <main>
          <Outlet />
        </main>
      ),
    },
    ready: () => Promise.resolve(),
    isLoggedIn: () => true,
    admit: () => ({}),
    keepInvite: () => {},
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const app = createAppRouter({ host, mounts, history })
  router = app.router
  navigation = createNavigation({ router, dialogs: { confirm: () => Promise.resolve(false) } })
  host.provide(Navigation, navigation)
  await host.register(buckets, ...plugins)
  followPlugins(app, host, navigation)
  watchRoute(router, host.services)
  await act(async () =>
    render(
      <StrictMode>
        <HostProvider host={host.react}>
          <RouterProvider router={router} />
        </HostProvider>
      </StrictMode>,
    ),
  )
}

const projects = plugin('projects', page('projects.list', 'projects', 'Projects'))
const heading = (name: string) => screen.findByRole('heading', { name })

describe('pages', () => {
  test('of a plugin that is added later are available at once', async () => {
    await start('/projects', projects)
    await heading('Projects')
    await act(() => host.register(plugin('media', bucketPage('media.list', 'media', 'Media'))))
    await act(() => navigation.go('/archive/media'))
    await heading('Media')
    expect(host.facts.get()).toMatchObject({
      'route.id': 'media.list',
      'route.bucketSlug': 'archive',
      'bucket.role': 'editor',
    })
  })

  test('of a plugin that is disabled are left first, and return when it is enabled', async () => {
    await start('/archive/media', projects, plugin('media', bucketPage('media.list', 'media', 'M')))
    await heading('M')
    await act(() => host.plugins.disable('media'))
    await heading('Projects')
    expect(navigation.current()).toBe('/projects')
    // The router must still work, which is the pitfall here.
    await act(() => navigation.go('/archive/media'))
    await screen.findByText('There is nothing here')
    await act(() => host.plugins.enable('media'))
    await act(() => navigation.go('/projects'))
    await act(() => navigation.go('/archive/media'))
    await heading('M')
  })

  test('that are replaced show their new version in place', async () => {
    await start('/projects', projects)
    await heading('Projects')
    await act(() => host.replace(plugin('projects', page('projects.list', 'projects', 'Newer'))))
    await heading('Newer')
    await act(() => navigation.go('/404'))
    await act(() => navigation.go('/projects'))
    await heading('Newer')
  })

  test('of several plugins can be reached, even if two paths have the same shape', async () => {
    const report = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', report)
    await start(
      '/a/1',
      plugin('one', page('one.show', 'a/$id', 'One')),
      plugin('two', page('two.show', 'b', 'Two')),
      plugin('three', page('three.show', 'a/$key', 'Three')),
    )
    await heading('One')
    await act(() => navigation.go('/b'))
    await heading('Two')
    expect(report).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  test('keep their route objects when others are added', async () => {
    await start('/projects', projects)
    const before = router.routesById['/frame/projects']
    await act(() => host.register(plugin('media', bucketPage('media.list', 'media', 'Media'))))
    expect(router.routesById['/frame/projects']).toBe(before)
  })
})

describe('a bucket', () => {
  const media = plugin('media', bucketPage('media.list', 'media', 'Media'))

  test.each(['not_found', 'forbidden'] as const)(
    'that is answered with %s leads to /404',
    async (code) => {
      getBucket.mockRejectedValue(errorFrom(code === 'forbidden' ? 403 : 404, undefined))
      await start('/gone/media', media)
      await waitFor(() => expect(navigation.current()).toBe('/404'))
      expect(host.facts.get()['bucket.role']).toBeUndefined()
    },
  )

  test('that could not be fetched shows an error and can be retried', async () => {
    getBucket.mockRejectedValue(errorFrom(500, undefined))
    await start('/archive/media', media)
    await heading('This page could not be opened')
    getBucket.mockResolvedValue({ bucket: { role: 'admin' } })
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
    await heading('Media')
  })

  test('without a page in the address leads to the first page of the sidebar', async () => {
    await start(
      '/archive',
      definePlugin({
        ...media,
        nav: [{ id: 'media.nav', label: 'Media', icon: 'image', to: { id: 'media.list' } }],
      }),
    )
    await heading('Media')
    expect(navigation.current()).toBe('/archive/media')
  })

  test('loses the selection when it is left', async () => {
    await start('/archive/media', media, projects)
    await heading('Media')
    host.services.get(Selection).set({ kind: 'media', ids: ['1'] })
    await act(() => navigation.go('/projects'))
    expect(host.facts.get()['selection.count']).toBeUndefined()
  })
})

describe('navigation', () => {
  const media = plugin('media', bucketPage('media.show', 'media/$mediaID', 'One file'))

  test('takes missing parameters from the current page', async () => {
    await start('/archive/media/1', media)
    await heading('One file')
    expect(navigation.href({ id: 'media.show' }, { params: { mediaID: '2' } as never })).toBe(
      '/archive/media/2',
    )
    await act(() => navigation.go({ id: 'media.show' }, { params: { mediaID: '3' } as never }))
    expect(navigation.current()).toBe('/archive/media/3')
  })

  test('to a page that no one offers is rejected with “not_found”', async () => {
    await start('/projects', projects)
    await expect(navigation.go({ id: 'gone.page' })).rejects.toMatchObject({ code: 'not_found' })
    expect(navigation.href({ id: 'gone.page' })).toBe('/404')
  })

  test('keeps numeric ids in the search as strings', async () => {
    await start('/projects', projects)
    const id = '003288880000000000000001'
    await act(() => navigation.go('/projects', { search: { invite_id: id } as never }))
    expect(router.state.location.search).toEqual({ invite_id: id })
    await act(() => navigation.go(`/projects?invite_id=659000000000000000000001&limit=10`))
    expect(router.state.location.search).toEqual({
      invite_id: '659000000000000000000001',
      limit: 10,
    })
  })

  test('asks first while there are unsaved changes, and settles if the user stays', async () => {
    await start('/projects', projects, plugin('x', page('x.page', 'x', 'X')))
    await heading('Projects')
    const release = navigation.guard(() => 'Your changes are not saved.')
    await act(() => navigation.go('/x'))
    expect(navigation.current()).toBe('/projects')
    await act(() => navigation.go('/projects?limit=1'))
    expect(navigation.current()).toBe('/projects?limit=1')
    release()
    await act(() => navigation.go('/x'))
    expect(navigation.current()).toBe('/x')
  })
})
