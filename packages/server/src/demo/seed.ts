import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'

import { newId } from '@typecase/contract/ids'
import type { CmsObject } from '@typecase/contract/objects'
import { PRODUCT } from '@typecase/contract/product'

import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import type { BucketAccess } from '../resources/buckets/bucket-access.ts'
import { createBucket } from '../resources/buckets/create-bucket.ts'
import { type Folder, writeFolders } from '../resources/media-folders/store.ts'
import type { MediaRow } from '../resources/media/media-view.ts'
import { addMedia } from '../resources/media-upload/add-media.ts'
import { insertObjectType } from '../resources/object-types/store.ts'
import { newType } from '../resources/object-types/type-draft.ts'
import { insertFolder, fillFolder } from '../resources/object-type-folders/store.ts'
import { addOne, updateOne } from '../resources/objects/one-object.ts'
import { insertProject } from '../resources/projects/store.ts'
import { insertWorkspace } from '../resources/workspaces/store.ts'
import { insertComment, saveComment } from '../resources/comments/store.ts'
import { findTypeModel } from '../resources/objects/type-model.ts'
import { createAccount } from '../resources/users/create-account.ts'
import { articlesInEnglish } from './content/articles-en.ts'
import { articlesInGerman } from './content/articles-de.ts'
import { authors } from './content/authors.ts'
import { comments } from './content/comments.ts'
import type { DemoObject } from './content/demo-object.ts'
import { issues } from './content/issues.ts'
import { lighthouses } from './content/lighthouses.ts'
import { pages, settings } from './content/pages.ts'
import { topics } from './content/topics.ts'
import { types } from './content/types.ts'
import { seededRandom } from './pictures/seeded-random.ts'
import { drawPictures, picturesOf } from './pictures/draw.ts'
import { resolveReferences } from './references.ts'

/** How to sign in to the demo; the password is shown only once. */
export interface Demo {
  email: string
  password: string
  bucketSlug: string
}

const TITLE = 'Lighthouse Magazine'

/** What points at something comes after it. */
const groups: readonly (readonly DemoObject[])[] = [
  topics,
  authors,
  lighthouses,
  articlesInGerman,
  articlesInEnglish,
  issues,
  pages,
  settings,
]

const folders = [
  { slug: 'editorial', title: 'Editorial', emoji: '🖋️', types: ['articles', 'issues', 'topics'] },
  { slug: 'website', title: 'Website', emoji: '🌐', types: ['pages', 'magazine-settings'] },
]

const mediaFolders: readonly Folder[] = [
  { slug: 'lighthouses', title: 'Lighthouses', emoji: '🗼', parent: null, rev: 1 },
  { slug: 'covers', title: 'Covers', emoji: '📰', parent: null, rev: 1 },
]

/**
 * Fills an empty installation with an account and a magazine about lighthouses, so that everything can be tried
 * at once. Objects go through the same rules as everybody's.
 * @returns undefined, and nothing done, where somebody has an account already
 */
export async function seedDemo(app: App): Promise<Demo | undefined> {
  const someone = await app.db.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) return undefined
  const email = `demo@${PRODUCT.toLowerCase()}.example`
  const password = randomBytes(12).toString('base64url')
  const userId = await createAccount(app, {
    email,
    password,
    firstName: 'Ines',
    lastName: 'Albrecht',
    isVerified: true,
  })
  const access = await app.db.write((write) => addMagazine(app, write, userId))
  // The magazine has two locales, and nobody has bought that add-on yet.
  const settings = { ...app.settings, PLAN_LIMITS: 'off' as const }
  await addContent({ ...app, settings }, access)
  return { email, password, bucketSlug: access.slug }
}

async function addMagazine(app: App, write: Write, userId: string): Promise<BucketAccess> {
  const { clock } = app
  const projectId = newId(clock.now())
  const description = 'A quarterly for people who look up. Everything here is yours to break.'
  const project = {
    id: projectId,
    title: TITLE,
    slug: 'lighthouse-magazine',
    description,
    workspaceId: null,
  }
  await insertProject(write.db, userId, project, clock.iso())
  // Extensions are published to a workspace. The project stays outside, where it is billed by itself.
  await insertWorkspace(write.db, app, userId, { title: 'Workshop' })
  // The welcome leads to a first project, and here it is.
  await write.db.updateTable('users').set({ first_login: 0 }).where('id', '=', userId).execute()
  const wish = { projectId, userId, title: TITLE, isDefault: true }
  const access = await createBucket(app, write, wish)
  for (const type of types) {
    const id = newId(clock.now())
    await insertObjectType(write.db, access, id, newType(type, type.slug), clock.iso())
  }
  for (const { types: members, ...folder } of folders) {
    await insertFolder(write.db, access, folder)
    await fillFolder(write.db, access, folder.slug, members)
  }
  await writeFolders(write.db, access, mediaFolders)
  return access
}

/** Adds the pictures, and with them, in one write, the objects that show them. */
async function addContent(app: App, access: BucketAccess): Promise<void> {
  const pictures = picturesOf(groups.flat())
  const files = await drawPictures(app, pictures)
  const { signal } = new AbortController()
  try {
    await addMedia(app, { access, field: 'demo', fields: {}, signal, within }, files)
  } finally {
    for (const { path } of files) await rm(path, { force: true })
  }

  async function within(write: Write, media: readonly MediaRow[]): Promise<void> {
    const names = new Map<string, string>()
    for (const [n, { id, name }] of media.entries()) {
      const { of = '', title = '', alt_text = '', folder = null } = pictures[n] ?? {}
      names.set(of, name)
      await write.db
        .updateTable('media')
        .set({ title, alt_text, folder })
        .where('bucket_id', '=', access.bucketId)
        .where('id', '=', id)
        .execute()
    }
    await addObjects(app, write, access, names)
  }
}

async function addObjects(
  app: App,
  write: Write,
  access: BucketAccess,
  pictures: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = new Map<string, string>()
  for (const group of groups) {
    // A new object stands on top of its type, so the last one comes first.
    for (const object of group.toReversed()) {
      const { id } = await addObject(app, write, access, illustrated(object, pictures), ids)
      const locale = object.locale ? `@${object.locale}` : ''
      ids.set(`${object.type}/${object.slug}${locale}`, id)
    }
  }
  await addComments(app, write, access, ids)
}

/** A few threads to answer: on all of an article, on its first field, and one that is settled. */
async function addComments(
  app: App,
  write: Write,
  access: BucketAccess,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { about, text, isOnField, isResolved, reply } of comments) {
    const object_id = ids.get(about)
    if (object_id === undefined) throw new Error(`The demo has no ${about} to comment on.`)
    const type = await findTypeModel(write.db, access, about.split('/', 1)[0] ?? '')
    const metafield_id = isOnField ? (type?.fields[0]?.id ?? null) : null
    const id = newId(app.clock.now())
    const place = { object_id, metafield_id, attachments: [] }
    const first = { ...place, id, parent_id: null, text }
    await insertComment(write.db, access, first, app.clock.iso())
    if (isResolved) await saveComment(write.db, access, id, { resolved: 1 }, app.clock.iso())
    if (reply === undefined) continue
    const answer = { ...place, id: newId(app.clock.now()), parent_id: id, text: reply }
    await insertComment(write.db, access, answer, app.clock.iso())
  }
}

type IllustratedObject = DemoObject & { thumbnail?: string }

/** An object with its pictures: its own, or those of the lighthouses that it is about. */
function illustrated(object: DemoObject, pictures: ReadonlyMap<string, string>): IllustratedObject {
  const { type, slug, metadata } = object
  const about = (metadata['lighthouses'] as { ref: string }[] | undefined) ?? []
  const shown = [`${type}/${slug}`, ...about.map(({ ref }) => ref)].flatMap(
    (of) => pictures.get(of) ?? [],
  )
  const [first] = type === 'articles' && shown.length === 0 ? fallback(slug, pictures) : shown
  if (first === undefined) return object
  const field = { articles: 'hero', lighthouses: 'photo', issues: 'cover' }[type]
  const isEssay = metadata['layout'] === 'Photo essay'
  return {
    ...object,
    thumbnail: first,
    metadata: {
      ...metadata,
      ...(field !== undefined && { [field]: first }),
      ...(isEssay && {
        gallery: [...new Set([...shown, ...fallback(slug, pictures)])].slice(0, 4),
      }),
    },
  }
}

/** Pictures for an article that is about no lighthouse of its own: some, the same at each start. */
function fallback(slug: string, pictures: ReadonlyMap<string, string>): string[] {
  const all = [...pictures].filter(([of]) => of.startsWith('lighthouses/')).map(([, name]) => name)
  const from = Math.floor(seededRandom(slug)() * all.length)
  return [...all.slice(from), ...all.slice(0, from)].slice(0, 4)
}

async function addObject(
  app: App,
  write: Write,
  access: BucketAccess,
  { edit, status = 'published', metadata, ...rest }: IllustratedObject,
  ids: ReadonlyMap<string, string>,
): Promise<CmsObject> {
  const data = { ...rest, status, metadata: resolveReferences(metadata, ids) }
  const { object } = await addOne(app, write, access, data)
  if (!edit) return object
  const draft = { ...edit, status: 'draft' } as const
  return (await updateOne(app, write, access, object.id, draft, undefined)).object
}
