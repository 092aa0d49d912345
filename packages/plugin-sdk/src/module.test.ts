import { expect, test, vi } from 'vitest'

import { fetchModule, forgetFailures, moduleOf, preload } from './module.ts'

test('a module is fetched once, even through a copy of its declaration', async () => {
  const load = vi.fn(() => Promise.resolve({ default: 'page' }))
  const page = { id: 'x.page', load }
  preload(page)
  expect(await moduleOf({ ...page }, 'The page x.page')).toEqual({ default: 'page' })
  expect(await fetchModule(page, 'The page x.page')).toEqual({ default: 'page' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('a module that failed to load is not refetched by rendering, only by an explicit fetch', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue('here')
  const source = { load }
  await expect(moduleOf(source, 'The source')).rejects.toThrow('offline')
  await expect(moduleOf(source, 'The source')).rejects.toThrow('offline')
  expect(load).toHaveBeenCalledTimes(1)
  expect(await fetchModule(source, 'The source')).toBe('here')
  expect(await moduleOf(source, 'The source')).toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})

test('Retry makes the next rendering refetch modules that failed to load', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue('here')
  await expect(moduleOf({ load }, 'The panel')).rejects.toThrow('offline')
  forgetFailures()
  expect(await moduleOf({ load }, 'The panel')).toBe('here')
})
