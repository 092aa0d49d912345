import { newId } from '@typecase/contract/ids'
import type { Endpoint } from '@typecase/contract/endpoint'
import type { Permission, TeamPermission } from '@typecase/contract/roles'
import type { RawInput } from '@typecase/server/testing/test-server'

import type { Tenant } from './tenant.ts'

/**
 * The callers allowed, by endpoint id. A new endpoint fails the test until it has a row here.
 *
 * - `public`: anyone, and a token changes nothing
 * - `optional`: anyone; a session may allow more
 * - `self`: a signed-in user, for themselves only
 * - `code`: a signed-in user, with a code that was e-mailed to them
 * - `tenant`: a signed-in user, for something that must be theirs
 * - `staff`: the staff of the installation, in a regular session
 * - `key`: callers with one of the bucket's keys; drafts and revisions not with the read key
 */
export interface Row {
  kind: 'public' | 'optional' | 'self' | 'code' | 'tenant' | 'staff' | 'key'
  /** Returns a call on a tenant that is valid in every other respect. */
  about?: (tenant: Tenant) => RawInput
  /** The permission that the call needs, from the contract's table of roles: only its holders may make the call. */
  needs?: Permission | TeamPermission
  /** The team of a `TeamPermission`; the project's by default. */
  of?: 'workspace'
  /** The status that permitted callers get if the call needs more than this server has. */
  lacks?: 402 | 404 | 409 | 424
  /** Parameters with which a call for a key reads drafts. A call that always reads drafts has an empty set. */
  drafts?: readonly Readonly<Record<string, string>>[]
}

export const needs = (
  permission: Permission | TeamPermission,
  about: (tenant: Tenant) => RawInput,
): Row => ({
  kind: 'tenant',
  about,
  needs: permission,
})
export const inWorkspace = (
  permission: TeamPermission,
  about: (tenant: Tenant) => RawInput,
): Row => ({
  ...needs(permission, about),
  of: 'workspace',
})
export const key = (about: (tenant: Tenant) => RawInput, drafts: Row['drafts'] = []): Row => ({
  kind: 'key',
  about,
  drafts,
})

/** Marks a call that needs an AI provider, which this server does not have. */
export const withoutProvider = (row: Row): Row => ({ ...row, lacks: 424 })

export const open: Row = { kind: 'public' }
export const self: Row = { kind: 'self' }
export const staff = (about: Row['about'] = () => ({})): Row => ({ kind: 'staff', about })

export const drafts = [{ status: 'any' }, { status: 'all' }, { status: 'draft' }]
export const draftQueries = [{ query: '{"status":"any"}' }, { query: '{"status":"draft"}' }]
export const always = [{}]

export const bucketParams = ({ slug }: Tenant) => ({ params: { slug } })
export const promptParams = ({ slug }: Tenant) => ({ params: { slug }, body: { prompt: 'x' } })
export const uploadParams = ({ slug, mediaId: upload_id }: Tenant) => ({
  params: { slug, upload_id },
})
export const objectParams = ({ slug, objectId: id }: Tenant) => ({ params: { slug, id } })
export const typeParams = ({ slug, typeSlug: type_slug }: Tenant) => ({
  params: { slug, type_slug },
})
export const mediaParams = ({ slug, mediaId: id }: Tenant) => ({ params: { slug, id } })
export const textParams = ({ slug, objectId: id }: Tenant) => ({
  params: { slug, id, key: 'text' },
})
export const projectParams = ({ projectId: project_id }: Tenant) => ({ params: { project_id } })
export const legacyParams = ({ slug: bucket_slug }: Tenant) => ({ params: { bucket_slug } })
export const bucketQuery = ({ slug }: Tenant) => ({ query: { slug } })
export const objectQuery = ({ slug, objectId: object_id }: Tenant) => ({
  query: { slug, object_id },
})
export const objectBody = ({ slug, objectId: object_id }: Tenant) => ({ body: { slug, object_id } })
export const tabBody = (tenant: Tenant) => ({
  body: { ...objectBody(tenant).body, tab_id: newId() },
})
export const objectsBody = ({ slug, objectId }: Tenant) => ({
  body: { slug, object_ids: [objectId] },
})
export const mediaQuery = ({ slug, mediaId: media_id }: Tenant) => ({ query: { slug, media_id } })
export const manyMediaBody = ({ slug, mediaId }: Tenant) => ({
  body: { slug, media_ids: [mediaId] },
})
export const macroQuery = ({ slug, macroId: macro_id }: Tenant) => ({ query: { slug, macro_id } })
export const viewQuery = ({ slug, smartViewId: smart_view_id }: Tenant) => ({
  query: { slug, smart_view_id },
})
export const releaseQuery = ({ slug, releaseId: release_id }: Tenant) => ({
  query: { slug, release_id },
})
export const releaseBody = ({ slug, releaseId: release_id }: Tenant) => ({
  body: { slug, release_id },
})
export const webhookQuery = ({ slug, webhookId: webhook_id }: Tenant) => ({
  query: { slug, webhook_id },
})
export const webhookBody = ({ slug, webhookId: webhook_id }: Tenant) => ({
  body: { slug, webhook_id },
})
export const backupQuery = ({ slug, backupId: backup_id }: Tenant) => ({
  query: { slug, backup_id },
})
export const backupBody = ({ slug, backupId: backup_id }: Tenant) => ({ body: { slug, backup_id } })
export const repository = ({ slug, repositoryId: id }: Tenant) => ({
  params: { id },
  query: { slug },
})
export const repositoryBranch = ({ slug, repositoryId: id }: Tenant) => ({
  params: { id, name: 'next' },
  query: { slug },
})
export const extensionBody = ({ slug, extensionId: extension_id }: Tenant) => ({
  body: { slug, extension_id },
})
export const projectQuery = ({ projectId: project_id }: Tenant) => ({ query: { project_id } })
export const memberOf = ({ projectId: project_id, memberId: user_id }: Tenant) => ({
  project_id,
  user_id,
})
export const colleagueOf = ({ workspaceId: workspace_id, memberId: user_id }: Tenant) => ({
  workspace_id,
  user_id,
})
export const workspaceQuery = ({ workspaceId: workspace_id }: Tenant) => ({
  query: { workspace_id },
})
export const projectBody = ({ projectId: project_id }: Tenant) => ({ body: { project_id } })

/** Rank of a call that changes data of other calls: higher ranks run later. */
export function lateness(id: string): number {
  if (/^workspaces\.delete$/.test(id)) return 4
  if (/^projects\.delete$/.test(id)) return 3
  if (/^(buckets|repositories)\.delete$|move$|archive$/.test(id)) return 2
  return /delete|remove|uninstall|withdraw|empty|cancel|undo|restore|migrate|resend|publishByIds|reorder|run$|^deployments\..*(connect|link)$/i.test(
    id,
  )
    ? 1
    : 0
}

/** Whether a call's body is a file. The test has none, so such a call is permitted and then refused for that. */
export const needsFile = ({ id, isMultipart }: Endpoint) =>
  isMultipart === true || id.startsWith('mediaUploads.')
