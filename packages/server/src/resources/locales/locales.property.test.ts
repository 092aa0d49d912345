import { updateBucket } from '@typecase/contract/buckets'
import { addLocale, missingTranslations, objectLocales } from '@typecase/contract/locales'
import { addObject, deleteObjects, listObjects, updateObject } from '@typecase/contract/objects'
import { listTrash, restoreTrash } from '@typecase/contract/trash'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const RUNS = Number(process.env['LOCALE_RUNS'] ?? 12)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const LOCALES = ['en', 'de', 'ar']
const slug = fc.constantFrom('a', 'b', 'c')
const locale = fc.constantFrom(...LOCALES)
const text = fc.constantFrom('', 'text', '0')
const which = fc.nat({ max: 20 })

/** An action on one of the existing objects. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), slug, locale, text }),
  fc.record({
    kind: fc.constant('version' as const),
    which,
    locale,
    from: fc.constantFrom('copy' as const, 'empty' as const),
  }),
  fc.record({ kind: fc.constant('rename' as const), which, slug }),
  fc.record({ kind: fc.constant('write' as const), which, text }),
  fc.record({ kind: fc.constant('move' as const), which, locale }),
  fc.record({ kind: fc.constant('delete' as const), which }),
  fc.record({ kind: fc.constant('restore' as const), which }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const initialActs: readonly Act[] = (['a', 'b'] as const).map((name) => ({
  kind: 'add',
  slug: name,
  locale: 'en',
  text: 'text',
}))

test('after any actions, there is one version per locale, and lists and objects agree on missing fields', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 16, size: 'max' }), async (acts) => {
      const owner = await addOwner(server)
      const data = { locales: LOCALES }
      ;(await server.call(updateBucket, { body: { slug: owner.bucket.slug, data } }, owner)).ok()
      await addType(server, owner, 'posts', [{ key: 'teaser', type: 'text' }], {
        localization: true,
      })
      // Without objects most later actions would have no effect.
      for (const one of initialActs) await perform(owner, one)
      for (const one of acts) await perform(owner, one)
      const objects = await allOf(owner)
      const slugsWithLocales = objects.map((object) => `${object.slug} ${object.locale}`)
      expect(new Set(slugsWithLocales).size).toBe(slugsWithLocales.length)
      for (const locale of LOCALES) {
        const query = { slug: owner.bucket.slug, locale, limit: 100 }
        const { objects: listed } = (await server.call(missingTranslations, { query }, owner)).ok()
        const counted = new Map(listed.map(({ source_id, missing }) => [source_id, missing]))
        for (const object of objects) {
          const { versions } = await versionsOf(owner, object.id)
          // The versions of an object are all objects that share its slug, including itself.
          const ids = versions.flatMap(({ object_id }) => object_id ?? [])
          const alike = objects.filter((other) => other.slug === object.slug).map(({ id }) => id)
          expect(ids.toSorted()).toEqual(alike.toSorted())
          const source = versions.find(({ is_source }) => is_source)?.object_id ?? ''
          const version = versions.find((other) => other.locale === locale)
          expect(counted.get(source) ?? 0).toBe(version?.missing.length)
        }
      }
    }),
    { numRuns: RUNS },
  )
})

const versionsOf = async (owner: Owner, object_id: string) => {
  const query = { slug: owner.bucket.slug, object_id }
  return (await server.call(objectLocales, { query }, owner)).ok()
}

async function allOf(owner: Owner) {
  const query = { slug: owner.bucket.slug, limit: 100, sort: 'created_at' }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return objects.map(({ object }) => object)
}

/** Performs an action. The test checks that a refused action has a reason and changes nothing. */
async function perform(owner: Owner, one: Act): Promise<void> {
  const send = async (...call: Parameters<TestServer['send']>) =>
    expect((await server.send(...call)).status).toBeLessThan(500)
  const target = { slug: owner.bucket.slug }
  if (one.kind === 'add') {
    const data = {
      type: 'posts',
      title: 'A',
      slug: one.slug,
      locale: one.locale,
      metadata: { teaser: one.text },
    }
    return send(addObject, { body: { ...target, data } }, owner)
  }
  if (one.kind === 'restore') {
    const { objects } = (await server.call(listTrash, { query: target }, owner)).ok()
    const id = objects[one.which % (objects.length || 1)]?.id
    if (id) await send(restoreTrash, { body: { ...target, object_ids: [id] } }, owner)
    return
  }
  const objects = await allOf(owner)
  const id = objects[one.which % (objects.length || 1)]?.id
  if (id === undefined) return
  const update = (data: object) =>
    send(updateObject, { body: { ...target, object_id: id, data } }, owner)
  if (one.kind === 'rename') await update({ slug: one.slug })
  else if (one.kind === 'write') await update({ metadata: { teaser: one.text } })
  else if (one.kind === 'move') await update({ locale: one.locale })
  else if (one.kind === 'delete')
    await send(deleteObjects, { body: { ...target, object_ids: [id] } }, owner)
  else {
    const body = { ...target, object_id: id, locale: one.locale, from: one.from }
    await send(addLocale, { body }, owner)
  }
}
