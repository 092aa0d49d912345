import { recordCommand } from '@typecase/content/record/define-record'
import { currentWorkspace, workspacesQuery } from '@typecase/content/workspace'
import { listProjects } from '@typecase/contract/projects'
import { teamPermissionsOf, whyNotInTeam } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { filterRows, holdsWords } from '@typecase/plugin-sdk/text-match'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { installed, offered } from '../record.ts'
import { marketplaceRoute } from '../routes.ts'

const runs = () => import('./extensions-runs.ts')
const { group } = installed

const whyNot = ({ can: may, 'bucket.role': role }: FactValues) =>
  may && !may.has('bucket:settings')
    ? `Your role (${role ?? 'none'}) cannot change extensions.`
    : undefined

/** The buckets of the current workspace. */
const askBucket: AskPicker = {
  kind: 'picker',
  title: 'Bucket',
  placeholder: 'In which bucket?',
  search: filterRows(async ({ services }) => {
    const workspace = currentWorkspace(services)
    const { projects } = await services.get(Api).call(listProjects, {}, { workspace })
    return projects.flatMap((project) =>
      project.buckets.map(({ id, slug, title }) => ({
        id,
        value: slug,
        label: title,
        subtitle: project.title,
        icon: 'database',
      })),
    )
  }),
}

/** The workspaces that can publish extensions. The built-in one has no owner and is left out. */
const askWorkspace: AskPicker = {
  kind: 'picker',
  title: 'Workspace',
  placeholder: 'For which workspace?',
  async search(query, { services }) {
    const icon = 'building-2'
    const { workspaces } = await services.get(Queries).fetchQuery(workspacesQuery(services))
    const publishers = workspaces.filter(({ id }) => id !== DEFAULT_WORKSPACE)
    if (publishers.length === 0) {
      const reason = 'Create a workspace first. Extensions are published to workspaces.'
      return [{ id: 'none', value: null, label: 'You have no workspace', icon, reason }]
    }
    return publishers
      .filter(({ title }) => holdsWords(title, query))
      .map(({ id, title, role }) => ({
        id,
        value: id,
        label: title,
        icon,
        ...(!teamPermissionsOf[role].includes('settings:write') && {
          reason: whyNotInTeam(role, 'settings:write', 'workspace'),
        }),
      }))
  },
}

export const browseMarketplace = defineCommand({
  id: 'extensions.browse',
  title: 'Browse the marketplace',
  aliases: ['Find extensions', 'Add extension'],
  keywords: ['plugins', 'apps', 'add-ons', 'install'],
  group,
  icon: 'store',
  when: offered.when,
  effect: 'nav',
  load: async () => (await runs()).browseMarketplace,
})

export const openExtension = defineCommand({
  id: 'extensions.open',
  title: 'Open page of extension…',
  keywords: ['app', 'plugin', 'go to'],
  group,
  icon: 'app-window',
  when: has('route.bucketSlug'),
  effect: 'nav',
  args: installed.args,
  // Asked for even on the page of an extension.
  ask: {
    extension_id: installed.ask(
      ({ is_enabled, manifest }) => is_enabled && manifest.page !== undefined,
    ),
  },
  load: async () => (await runs()).openExtension,
})

/** `version` is the version that the user agreed to. */
export const installArgs = () =>
  type({ extension_id: 'string', bucket: 'string', 'version?': 'string' })
export const updateArgs = () => type({ extension_id: 'string', 'version?': 'string' })

/** Installs an extension. On the marketplace no bucket is open, so only the server can check the role. */
export const installExtension = defineCommand({
  id: 'extensions.install',
  title: 'Install extension…',
  keywords: ['marketplace', 'plugin', 'app', 'add-on'],
  group,
  icon: 'download',
  when: offered.when,
  why: whyNot,
  effect: 'write',
  args: installArgs,
  defaults: (facts) => ({
    extension_id: facts['route.id'] === marketplaceRoute.id ? facts[offered.fact] : undefined,
    bucket: facts['extensions.bucket'] ?? facts['route.bucketSlug'],
  }),
  ask: { extension_id: offered.ask(), bucket: askBucket },
  load: async () => (await runs()).installExtension,
})

export const updateExtension = recordCommand(installed, {
  id: 'extensions.update',
  title: 'Update extension…',
  keywords: ['newer version', 'plugin', 'app'],
  icon: 'refresh-cw',
  why: whyNot,
  effect: 'write',
  args: updateArgs,
  offer: ({ newer }) => newer !== null,
  load: async () => (await runs()).updateExtension,
})

export const enableExtension = recordCommand(installed, {
  id: 'extensions.enable',
  title: 'Switch extension on…',
  aliases: ['Enable extension'],
  keywords: ['plugin', 'app'],
  icon: 'toggle-right',
  why: whyNot,
  effect: 'write',
  offer: ({ is_enabled }) => !is_enabled,
  load: async () => (await runs()).enableExtension,
})

export const disableExtension = recordCommand(installed, {
  id: 'extensions.disable',
  title: 'Switch extension off…',
  aliases: ['Disable extension'],
  keywords: ['plugin', 'app', 'stop'],
  icon: 'toggle-left',
  why: whyNot,
  effect: 'write',
  offer: ({ is_enabled }) => is_enabled,
  load: async () => (await runs()).disableExtension,
})

export const uninstallExtension = recordCommand(installed, {
  id: 'extensions.uninstall',
  title: 'Uninstall extension…',
  aliases: ['Remove extension', 'Delete extension'],
  keywords: ['plugin', 'app'],
  icon: 'trash-2',
  why: whyNot,
  // The extension's data stays in the bucket, so installing it again restores everything.
  effect: 'write',
  load: async () => (await runs()).uninstallExtension,
})

export const publishArgs = () =>
  type({
    workspace_id: 'string',
    file: { fileId: 'string', name: 'string', size: 'number', type: 'string' },
  })

export const publishExtension = defineCommand({
  id: 'extensions.publish',
  title: 'Publish an extension…',
  aliases: ['Upload extension'],
  keywords: ['marketplace', 'own', 'zip', 'develop'],
  group,
  icon: 'upload',
  when: offered.when,
  effect: 'write',
  args: publishArgs,
  ask: {
    workspace_id: askWorkspace,
    file: { kind: 'file', title: 'Archive with manifest.json', accept: '.zip' },
  },
  load: async () => (await runs()).publishExtension,
})

export const withdrawExtension = defineCommand({
  id: 'extensions.withdraw',
  title: 'Withdraw an extension…',
  aliases: ['Unpublish extension'],
  keywords: ['marketplace', 'own', 'remove'],
  group,
  icon: 'package-x',
  when: offered.when,
  effect: 'destructive',
  args: offered.args,
  ask: { extension_id: offered.ask(({ publisher }) => publisher.kind === 'workspace') },
  load: async () => (await runs()).withdrawExtension,
})

export const extensionCommands: readonly AnyCommand[] = [
  browseMarketplace,
  openExtension,
  installExtension,
  updateExtension,
  enableExtension,
  disableExtension,
  uninstallExtension,
  publishExtension,
  withdrawExtension,
]
