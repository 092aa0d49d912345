import { newId } from '@typecase/contract/ids'
import type { BodyOf } from '@typecase/contract/endpoint'
import type { addProjectWithBucket } from '@typecase/contract/projects'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict } from '../../http/failure.ts'
import type { Caller } from '../../http/principal.ts'
import { insertObjectType } from '../object-types/store.ts'
import { newType } from '../object-types/type-draft.ts'
import { takeWithinLimits } from '../plans/limits.ts'
import { type BucketAccess, openNewBucket } from './bucket-access.ts'
import { asciiSlug } from './slug-from-title.ts'
import { freeBucketSlug, insertBucket } from './store.ts'
import { blog } from './templates/blog.ts'
import { docs } from './templates/docs.ts'
import { shop } from './templates/shop.ts'
import type { Template } from './templates/template.ts'

type TemplateName = NonNullable<BodyOf<typeof addProjectWithBucket>['template']>

const templates: Record<TemplateName, Template> = { empty: [], blog, shop, docs }

export interface BucketWish {
  projectId: string
  creator: Caller
  title: string
  /** A slug chosen by the user; without one, the first free slug derived from the title. */
  slug?: string | undefined
  template?: TemplateName | undefined
  /** Object types in place of a template. */
  types?: Template | undefined
  isDefault: boolean
}

/**
 * Creates a bucket with its object types.
 * @throws Failure `conflict` for a chosen slug that is taken, `forbidden` if the plan has no room for it
 */
export async function createBucket(
  app: Pick<App, 'sealer' | 'clock' | 'settings'>,
  write: Write,
  wish: BucketWish,
): Promise<BucketAccess> {
  const { sealer, clock } = app
  const { db } = write
  const { projectId, creator, title, slug: chosen, template = 'empty', isDefault } = wish
  const types = wish.types ?? templates[template]
  const scope = { resource: 'project', id: projectId } as const
  await takeWithinLimits(app, write, scope, { buckets: 1, object_types: types.length })
  const now = clock.iso()
  const free = await freeBucketSlug(db, chosen ?? asciiSlug(title, 'bucket'))
  if (chosen !== undefined && free !== chosen) throw bucketSlugTaken()
  const id = newId(clock.now())
  await insertBucket(db, sealer, { id, projectId, slug: free, title, isDefault }, now)
  const access = openNewBucket(id, free, creator)
  for (const type of types) {
    await insertObjectType(db, access, newId(clock.now()), newType(type, type.slug), now)
  }
  return access
}

export const bucketSlugTaken = () =>
  conflict('This slug is already in use.', [
    { path: 'data.slug', message: 'data.slug is already in use', rule: 'unique' },
  ])
