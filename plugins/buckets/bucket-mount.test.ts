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

describe('the bucket mount', () => {
  test.each(['not_found', 'forbidden', 'invalid'])(
    'stays closed if the server answers %s',
    async (code) => {
      const { mount } = mountOn(() => {
        throw refusal(code)
      })
      expect(await mount.enter('gone')).toEqual({
        isOpen: false,
        ...(code === 'forbidden' && { reason: code }),
      })
      expect(mount.facts('gone')).toEqual(outsideOfBuckets)
    },
  )

  test('fails if the server has an internal error', async () => {
    const { mount } = mountOn(() => {
      throw refusal('internal')
    })
    await expect(mount.enter('blog')).rejects.toThrow('internal')
  })

  test('provides the permissions of the role, with a single request', async () => {
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

  test('announces a changed role', async () => {
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

  test('provides the project, the object types of the role, and whether it saves drafts only', async () => {
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

  test('removes all permissions when the role is revoked, and keeps the server’s reason', async () => {
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

describe('the reason for a missing permission', () => {
  const reason = (facts: FactValues, permission: string) =>
    typeof canFact.missing === 'function' ? canFact.missing(facts, permission) : undefined

  test('names the role and the action', () => {
    expect(reason({ 'bucket.role': 'contributor' }, 'objects:publish')).toBe(
      'Your role (contributor) may not publish objects.',
    )
    expect(reason({ 'bucket.role': 'editor', 'bucket.isDraftOnly': true }, 'objects:publish')).toBe(
      'Your role (editor, drafts only) may not publish objects.',
    )
  })

  test('asks to open a bucket first, or repeats the server’s reason after the role was revoked', () => {
    expect(reason({}, 'objects:publish')).toBe('Open a bucket first.')
    expect(reason({ 'bucket.refusal': 'Gone.' }, 'objects:publish')).toBe('Gone.')
  })
})
