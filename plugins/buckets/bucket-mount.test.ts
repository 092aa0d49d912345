import type { FactValues } from '@typecase/plugin-sdk/facts'
import { BucketMount, outsideOfBuckets } from '@typecase/plugin-sdk/mount'
import { Queries } from '@typecase/plugin-sdk/services'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { describe, expect, test } from 'vitest'

import { canFact } from './can-fact.ts'
import plugin from './plugin.ts'

const refusal = (code: string) =>
  Object.assign(new Error(code), {
    name: 'ApiError',
    code,
    status: 400,
    details: code === 'invalid' ? [{ path: 'slug', message: 'slug must be a slug' }] : [],
  })

/** Creates a mount with a server that answers as specified. */
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
    expect(await mount.enter('gone')).toEqual({
      isOpen: false,
      ...(code === 'forbidden' && { reason: code }),
    })
    expect(mount.facts('gone')).toEqual(outsideOfBuckets)
  })

  test('that could not be asked for is a failure, not an absence', async () => {
    const { mount } = mountOn(() => {
      throw refusal('internal')
    })
    await expect(mount.enter('blog')).rejects.toThrow('internal')
  })

  test('states what its role allows, and asks once', async () => {
    const { mount, calls } = mountOn(() => ({ bucket: { slug: 'blog', role: 'contributor' } }))
    expect(await mount.enter('blog')).toEqual({ isOpen: true })
    expect(await mount.enter('blog')).toEqual({ isOpen: true })
    expect(calls).toHaveLength(1)
    expect(mount.facts('blog')).toEqual({
      ...outsideOfBuckets,
      'bucket.role': 'contributor',
      can: new Set(['bucket:read', 'objects:write', 'comments:write']),
    })
    expect(mount.facts(undefined)).toEqual(outsideOfBuckets)
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

  test('states the project, the types that the role is limited to, and that it saves drafts only', async () => {
    const role_options = { publishing_restrictions: 'draft_only', object_types: ['posts'] }
    const bucket = { slug: 'blog', role: 'editor', project: 'p', role_options }
    const { mount } = mountOn(() => ({ bucket }))
    await mount.enter('blog')
    expect(mount.facts('blog')).toMatchObject({
      'bucket.isDraftOnly': true,
      'bucket.ownTypes': ['posts'],
      'bucket.projectID': 'p',
    })
  })

  test('a role that was taken away takes the permissions along, and the server says why', async () => {
    let isMember = true
    const { mount, queries } = mountOn(() => {
      if (!isMember) throw refusal('forbidden')
      return { bucket: { slug: 'blog', role: 'editor' } }
    })
    await mount.enter('blog')
    isMember = false
    await queries.refetchQueries()
    expect(mount.facts('blog')).toEqual({ ...outsideOfBuckets, 'bucket.refusal': 'forbidden' })
  })
})

describe('the reason of what a role may not', () => {
  const reason = (facts: FactValues, permission: string) =>
    typeof canFact.missing === 'function' ? canFact.missing(facts, permission) : undefined

  test('is in the words of the roles’ table', () => {
    expect(reason({ 'bucket.role': 'contributor' }, 'objects:publish')).toBe(
      'Your role (contributor) may not publish objects.',
    )
    expect(reason({ 'bucket.role': 'editor', 'bucket.isDraftOnly': true }, 'objects:publish')).toBe(
      'Your role (editor, drafts only) may not publish objects.',
    )
  })

  test('outside of a bucket, and after the role was taken away', () => {
    expect(reason({}, 'objects:publish')).toBe('Open a bucket first.')
    expect(reason({ 'bucket.refusal': 'Gone.' }, 'objects:publish')).toBe('Gone.')
  })
})
