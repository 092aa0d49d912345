import { updateBucket } from '@typecase/contract/buckets'
import { addMediaFolder } from '@typecase/contract/media-folders'
import { uploadMedia, uploadPicture } from '@typecase/contract/media-upload'
import { addObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { addObjectType } from '@typecase/contract/object-types'
import { addProjectWithBucket, updateProject } from '@typecase/contract/projects'
import { addWorkspace } from '@typecase/contract/workspaces'
import { updateUser } from '@typecase/contract/users'
import { setGrants } from '@typecase/server/resources/teams/grants'
import { addTeamMember } from '@typecase/server/resources/teams/store'

import { demoPreviewSite } from '../demo-site.ts'
import { members, type MemberName } from '../content/members.ts'
import { types } from '../content/types.ts'
import type { Newsroom } from '../newsroom.ts'
import { drawPicture, type DemoPicture } from '../pictures/draw.ts'
import { portraitOf } from '../pictures/portrait.ts'
import { seededRandom } from '../pictures/seeded-random.ts'

const TITLE = 'Lighthouse Magazine'
const DAY = 86_400_000

const typeFolders = [
  { slug: 'editorial', title: 'Editorial', emoji: '🖋️', types: ['articles', 'issues', 'topics'] },
  { slug: 'website', title: 'Website', emoji: '🌐', types: ['pages', 'magazine-settings'] },
]

const mediaFolders = [
  { slug: 'lighthouses', title: 'Lighthouses', emoji: '🗼' },
  { slug: 'covers', title: 'Covers', emoji: '📰' },
]

/** The bucket of the magazine, while the demo fills it. */
export interface Magazine {
  readonly room: Newsroom
  readonly slug: string
  /** Names of media, by `<type>/<slug>` of their subject. */
  readonly pictures: ReadonlyMap<string, string>
  /** Ids of objects, by `<type>/<slug>`, with `@<locale>` if the type has locales. */
  readonly ids: Map<string, string>
}

/** Returns a time in the working hours that many days ago; the same name always gets the same time. */
export const daysAgo = ({ room }: Pick<Magazine, 'room'>, days: number, name = ''): number =>
  Math.floor(room.today - days * DAY - seededRandom(`${name}${days}`)() * 6 * 3_600_000)

/** Adds the staff, the project with its bucket, object types and folders, and the pictures. */
export async function openMagazine(
  room: Newsroom,
  pictures: readonly DemoPicture[],
): Promise<Magazine> {
  room.goTo(room.today - 365 * DAY)
  const { project, bucket } = await room.call('ines', addProjectWithBucket, {
    body: { project_title: TITLE, bucket_title: TITLE },
  })
  const { slug, id: bucketId } = bucket
  const description = 'A quarterly for people who look up. Everything here is yours to break.'
  await room.call('ines', updateProject, {
    body: { project_id: project.id, data: { title: TITLE, description } },
  })
  // Extensions are published to a workspace. The project is not in it, since it is billed separately.
  await room.call('ines', addWorkspace, { body: { title: 'Workshop' } })
  for (const type of types) await room.call('ines', addObjectType, { body: { slug, data: type } })
  for (const { types: object_type_slugs, ...folder } of typeFolders) {
    const data = { ...folder, object_type_slugs }
    await room.call('ines', addObjectTypeFolder, { body: { slug, data } })
  }
  const preview_sites = [demoPreviewSite(room.server.app.settings.PORT)]
  await room.call('ines', updateBucket, { body: { slug, data: { preview_sites } } })
  for (const data of mediaFolders) await room.call('ines', addMediaFolder, { body: { slug, data } })
  for (const name of Object.keys(members) as MemberName[])
    await welcome(room, name, { projectId: project.id, bucketId })
  const names = await uploadAll(room, slug, pictures)
  return { room, slug, pictures: names, ids: new Map() }
}

async function welcome(
  room: Newsroom,
  name: MemberName,
  { projectId, bucketId }: { projectId: string; bucketId: string },
): Promise<void> {
  const { role, portrait, ...member } = members[name]
  const form = new FormData()
  form.append('files', await drawPicture(portraitOf(portrait), 'png'), `${name}.png`)
  const { media } = await room.upload(name, uploadPicture, {}, form)
  const data = { avatar: media[0]?.name ?? null, first_login: false, mention_mails: false }
  await room.call(name, updateUser, { body: { data } })
  if (name === 'ines') return
  // Added directly, without the e-mail of an invitation.
  await room.server.app.db.write(async ({ db }) => {
    await addTeamMember(db, { resource: 'project', id: projectId }, room.idOf(name), role)
    if ('bucketRole' in member) {
      const grant = { bucket_id: bucketId, role: member.bucketRole }
      await setGrants(db, projectId, room.idOf(name), [grant])
    }
  }, 'serializable')
}

/** Uploads the pictures. @returns the names of media by subject */
async function uploadAll(
  room: Newsroom,
  slug: string,
  pictures: readonly DemoPicture[],
): Promise<Map<string, string>> {
  const mediaEntries = await Promise.all(
    pictures.map(async ({ of, svg, ...fields }) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('files', await drawPicture(svg, 'jpeg'), `${of.split('/').at(-1)}.jpg`)
      const { media } = await room.upload('maelle', uploadMedia, { slug }, form)
      return [of, media[0]?.name ?? ''] as const
    }),
  )
  return new Map(mediaEntries)
}
