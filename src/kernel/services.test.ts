import { provide, token } from '@typecase/plugin-sdk/token'
import { LOAD_TIMEOUT } from '@typecase/plugin-sdk/within'
import { afterEach, expect, test, vi } from 'vitest'

import { createServices } from './services.ts'

afterEach(() => void vi.useRealTimers())

const Clock = token<{ now: number }>('clock.clock', 1)

test('a provider is loaded once, at the first use', async () => {
  const load = vi.fn(() => Promise.resolve({ now: 1 }))
  const services = createServices()
  services.add('clock', provide(Clock, load))
  expect(load).not.toHaveBeenCalled()
  const [a, b] = await Promise.all([services.load(Clock), services.load(Clock)])
  expect(a).toBe(b)
  expect(services.get(Clock)).toBe(a)
  expect(load).toHaveBeenCalledTimes(1)
})

test('get fails for a service that is not loaded yet, and for one that no one provides', () => {
  const services = createServices()
  expect(() => services.get(Clock)).toThrow('No one provides the service clock.clock@1')
  services.add(
    'clock',
    provide(Clock, () => Promise.resolve({ now: 1 })),
  )
  expect(() => services.get(Clock)).toThrow('use services.load')
})

test('a failed load is reported with its plugin, and repeated at the next use', async () => {
  const onFault = vi.fn()
  const services = createServices(onFault)
  const load = vi
    .fn<() => Promise<{ now: number }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ now: 2 })
  services.add('clock', provide(Clock, load))
  await expect(services.load(Clock)).rejects.toThrow('offline')
  expect(onFault).toHaveBeenCalledWith('clock', new Error('offline'))
  await expect(services.load(Clock)).resolves.toEqual({ now: 2 })
})

test('a provider that hangs is given up after ten seconds', async () => {
  vi.useFakeTimers()
  const services = createServices()
  services.add(
    'clock',
    provide(Clock, () => new Promise<never>(() => {})),
  )
  const loading = expect(services.load(Clock)).rejects.toThrow('clock.clock@1 did not answer')
  await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT)
  await loading
})
