import { updateObjectType } from '@typecase/contract/object-types'
import { updateObject } from '@typecase/contract/objects'
import { addOneObject } from '@typecase/server/testing/content'
import type { Owner } from '@typecase/server/testing/people'
import { picture } from '@typecase/server/testing/pictures'
import type { TestServer } from '@typecase/server/testing/test-server'
import { upload } from '@typecase/server/testing/uploads'
import type { TestVercel } from '@typecase/server/testing/vercel-server'

import { parts } from '../../tests/faults/parts.ts'
import { makeTenant, type Tenant } from '../../tests/faults/tenant.ts'

/** The data of examples: a bucket with some posts and a picture, and one of everything else. */
export interface Fixture {
  readonly server: TestServer
  readonly owner: Owner
  readonly tenant: Tenant
  readonly staffToken: string
  readonly png: Buffer
  /** File name of the picture. */
  readonly mediaName: string
}

const png = await picture(800, 400).png().toBuffer()

/** Creates the fixture, with an owner who has all permissions. */
export async function makeFixture(server: TestServer, vercel: TestVercel): Promise<Fixture> {
  const { owner, tenant } = await makeTenant(server, vercel)
  const { slug } = tenant
  const [media] = await upload(server, owner, { bytes: png, name: 'harbour.png' })
  if (!media) throw new Error('The picture was not uploaded.')
  const metafields = [
    { key: 'text', type: 'markdown', title: 'Text' },
    { key: 'hero', type: 'file', title: 'Hero' },
  ]
  const data = { title: 'Posts', singular: 'Post', metafields } as never
  const type = { slug, type_slug: tenant.typeSlug, data }
  ;(await server.call(updateObjectType, { body: type }, owner)).ok()
  const metadata = { text: 'The boats come in at **six**.', hero: media.name }
  const post = { title: 'The harbour at dusk', slug: 'the-harbour-at-dusk', metadata }
  const update = {
    slug,
    object_id: tenant.objectId,
    data: { ...post, status: 'published' as const },
  }
  ;(await server.call(updateObject, { body: update }, owner)).ok()
  const more = { type: tenant.typeSlug, status: 'published', metadata: { text: 'Fog all week.' } }
  await addOneObject(server, owner, { ...more, title: 'Fog signals' })
  const staff = await parts.find(({ name }) => name === 'staff')?.join(server, tenant, owner)
  return {
    server,
    owner,
    tenant: { ...tenant, mediaId: media.id },
    staffToken: staff?.token ?? '',
    png,
    mediaName: media.name,
  }
}
