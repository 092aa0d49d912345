import type { Plans } from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import { countObjects } from '../object-types/object-counts.ts'
import '../object-types/tables.ts'
import '../media/tables.ts'
import { bucketsOf, projectsIn, teamRows } from '../teams/store.ts'
import type { TeamPlace } from '../teams/team-place.ts'

/** What a project, or a workspace with its projects, has of what plans limit. */
export async function usageOf(app: App, place: TeamPlace): Promise<Plans['usage']> {
  const { read } = app.db
  const buckets = await bucketsOf(read, place)
  const projects = place.resource === 'project' ? [place] : await projectPlaces(app, place.id)
  const teams = await Promise.all([place, ...projects].map((one) => teamRows(read, one)))
  const people = new Set(teams.flat().map(({ user_id }) => user_id))
  const usage = {
    buckets: buckets.length,
    team: people.size,
    object_types: 0,
    objects: 0,
    media_files: 0,
    media_storage: 0,
  }
  if (buckets.length === 0) return usage
  const { types } = await read
    .selectFrom('object_types')
    .select((eb) => eb.fn.countAll<number>().as('types'))
    .where('bucket_id', 'in', buckets)
    .executeTakeFirstOrThrow()
  const media = await read
    .selectFrom('media')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('size').as('size')])
    .where('bucket_id', 'in', buckets)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  for (const bucketId of buckets) {
    const counts = await countObjects(app, { bucketId })
    for (const count of counts.values()) usage.objects += count
  }
  return {
    ...usage,
    object_types: types,
    media_files: media.files,
    media_storage: media.size ?? 0,
  }
}

async function projectPlaces({ db }: App, workspaceId: string): Promise<TeamPlace[]> {
  const projects = await projectsIn(db.read, workspaceId)
  return projects.map(({ id }) => ({ resource: 'project', id }))
}
