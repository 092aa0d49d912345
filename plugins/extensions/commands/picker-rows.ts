import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { currentWorkspace, workspacesQuery } from '@typecase/content/workspace'
import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { InstalledExtension } from '@typecase/contract/extensions'
import { listProjects } from '@typecase/contract/projects'
import { teamPermissionsOf, whyNotInTeam } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { marketplaceQuery, readExtensions } from '../queries.ts'

const rowOf = ({ id, title, icon = 'puzzle', description }: ExtensionManifest): PickerRow => ({
  id,
  value: id,
  label: title,
  icon,
  subtitle: description,
})

const isMeant = ({ title, description }: ExtensionManifest, query: string): boolean =>
  holdsWords(`${title} ${description}`, query)

/** Those of the bucket. Where none can be meant, one row says so. */
export async function installedRows(
  query: string,
  { services, facts }: AskContext,
  isOffered: (installed: InstalledExtension) => boolean = () => true,
): Promise<PickerRow[]> {
  const offered = (await readExtensions(services, bucketSlugOf(facts))).filter(isOffered)
  return offered
    .map(({ manifest }) => manifest)
    .flatMap((one) => (isMeant(one, query) ? [rowOf(one)] : []))
}

/** What the marketplace offers. */
export async function offeredRows(query: string, { services }: AskContext): Promise<PickerRow[]> {
  const { extensions } = await services.get(Queries).fetchQuery(marketplaceQuery(services))
  return extensions
    .map(({ manifest }) => manifest)
    .flatMap((one) => (isMeant(one, query) ? [rowOf(one)] : []))
}

/** Those of workspaces, which can be withdrawn. */
export async function publishedRows(query: string, { services }: AskContext): Promise<PickerRow[]> {
  const { extensions } = await services.get(Queries).fetchQuery(marketplaceQuery(services))
  return extensions
    .filter(({ publisher }) => publisher.kind === 'workspace')
    .map(({ manifest }) => manifest)
    .flatMap((one) => (isMeant(one, query) ? [rowOf(one)] : []))
}

/** The buckets of the workspace one works in. */
export async function bucketRows(query: string, { services }: AskContext): Promise<PickerRow[]> {
  const workspace = currentWorkspace(services)
  const { projects } = await services.get(Api).call(listProjects, {}, { workspace })
  return projects.flatMap((project) =>
    project.buckets
      .filter(({ title }) => holdsWords(`${title} ${project.title}`, query))
      .map(({ id, slug, title }) => ({
        id,
        value: slug,
        label: title,
        subtitle: project.title,
        icon: 'database',
      })),
  )
}

/** The workspaces that can publish: the built-in one belongs to nobody. */
export async function workspaceRows(query: string, { services }: AskContext): Promise<PickerRow[]> {
  const { workspaces } = await services.get(Queries).fetchQuery(workspacesQuery(services))
  const own = workspaces.filter(({ id }) => id !== DEFAULT_WORKSPACE)
  if (own.length === 0) {
    const reason = 'Make a workspace first: it is what an extension is published to.'
    return [{ id: 'none', value: null, label: 'You have no workspace', icon: 'building-2', reason }]
  }
  return own
    .filter(({ title }) => holdsWords(title, query))
    .map(({ id, title, role }) => ({
      id,
      value: id,
      label: title,
      icon: 'building-2',
      ...(!teamPermissionsOf[role].includes('settings:write') && {
        reason: whyNotInTeam(role, 'settings:write', 'workspace'),
      }),
    }))
}
