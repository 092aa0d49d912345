import { permissionWords } from '@typecase/contract/roles'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Owner } from '@typecase/server/testing/people'

interface Ids {
  readonly objects: readonly string[]
  readonly media: readonly string[]
}

/** Returns the facts on the pages where people type the sentences of the corpus. */
export function placesOf(
  { id, bucket, project }: Owner,
  { objects, media }: Ids,
): Readonly<Record<string, FactValues>> {
  const home = {
    'session.isLoggedIn': true,
    'session.userID': id,
    can: new Set(Object.keys(permissionWords)),
    'route.bucketSlug': bucket.slug,
    'route.projectID': project.id,
    'route.id': 'home.start',
    'bucket.role': 'admin',
    'bucket.projectID': project.id,
    'project.id': project.id,
    'project.role': 'admin',
    'project.can': new Set(['team:read', 'team:write', 'settings:write', 'billing:write']),
  } as FactValues
  const list = {
    ...home,
    'route.id': 'objects.list',
    'view.query': { type: 'interviews' },
    'view.total': 6,
    'objects.type': 'interviews',
    'objects.rowCount': 6,
    'list.rowCount': 6,
  } as FactValues
  const selected = objects.slice(0, 3)
  const selection = {
    ...list,
    'selection.kind': 'object',
    'selection.ids': selected,
    'selection.count': selected.length,
  } as FactValues
  const editor = {
    ...home,
    'route.id': 'editor.object',
    'route.objectID': objects[0],
    'editor.isEditing': true,
    'objects.type': 'interviews',
  } as FactValues
  const mediaPage = {
    ...home,
    'route.id': 'media.list',
    'selection.kind': 'media',
    'selection.ids': media,
    'selection.count': media.length,
  } as FactValues
  const viewer = {
    ...list,
    can: new Set(['bucket:read', 'objects:write', 'comments:write']),
    'bucket.role': 'contributor',
  } as FactValues
  return { home, list, selection, editor, media: mediaPage, viewer }
}
