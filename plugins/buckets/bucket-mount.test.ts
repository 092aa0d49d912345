import { BucketMount } from '@typecase/plugin-sdk/mount'
import { Queries } from '@typecase/plugin-sdk/services'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { describe, expect, test } from 'vitest'

import plugin from './plugin.ts'

const refusal = (code: string) =>
  Object.assign(new Error(code), { name: 'ApiError', code, status: 400 })

/** A mount whose server answers as the test says. */
function mountOn(answer: () => unknown) {
  const host = createTestHost(plugin, { api: { 'buckets.get': answer } })
  const { services, log } = host
  return { mount: services.get(BucketMount), queries: services.get(Queries), calls: log.calls }
}

describe('entering a bucket', () => {
  test.each(['not_found', 'forbidden', 'invalid'])('that is answered with %s', async (code) => {
    const { mount } = mountOn(() => {
      throw refusal(code)
    })
    expect(await mount.enter('gone')).toBe(false)
    expect(mount.facts('gone')).toEqual({ 'bucket.role': undefined, can: undefined })
  })

  test('that could not be asked for is a failure, not an absence', async () => {
    const { mount } = mountOn(() => {
      throw refusal('internal')
    })
    await expect(mount.enter('blog')).rejects.toThrow('internal')
  })

  test('states what its role allows, and asks once', async () => {
    const { mount, calls } = mountOn(() => ({ bucket: { slug: 'blog', role: 'contributor' } }))
    expect(await mount.enter('blog')).toBe(true)
    expect(await mount.enter('blog')).toBe(true)
    expect(calls).toHaveLength(1)
    expect(mount.facts('blog')).toEqual({
      'bucket.role': 'contributor',
      can: new Set(['bucket:read', 'objects:write', 'comments:write']),
    })
    expect(mount.facts(undefined)).toEqual({ 'bucket.role': undefined, can: undefined })
  })

  test('a role that changed is announced', async () => {
    let role = 'editor'
    const { mount, queries } = mountOn(() => ({ bucket: { slug: 'blog', role } }))
    const roles: unknown[] = []
    await mount.enter('blog')
    const stop = mount.subscribe(() => roles.push(mount.facts('blog')['bucket.role']))
    role = 'admin'
    await queries.refetchQueries()
    stop()
    expect(roles).toContain('admin')
  })
})
