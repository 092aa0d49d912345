import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import {
  askBucket,
  askDisabled,
  askEnabled,
  askInstalled,
  askOffered,
  askOutdated,
  askPublished,
  askWithPage,
  askWorkspace,
  changing,
  currentExtension,
  group,
  inBucket,
} from './pickers.ts'

const runs = () => import('./extensions-runs.ts')
const publishing = () => import('./publishing-runs.ts')
const isLoggedIn = has('session.isLoggedIn')

export const extensionArgs = () => type({ extension_id: 'string' })
const current = { args: extensionArgs, defaults: currentExtension }

export const browseMarketplace = defineCommand({
  id: 'extensions.browse',
  title: 'Browse the marketplace',
  aliases: ['Find extensions', 'Add extension'],
  keywords: ['plugins', 'apps', 'add-ons', 'install'],
  group,
  icon: 'store',
  when: isLoggedIn,
  effect: 'nav',
  load: async () => (await runs()).browseMarketplace,
})

export const openExtension = defineCommand({
  id: 'extensions.open',
  title: 'Open page of extension…',
  keywords: ['app', 'plugin', 'go to'],
  group,
  icon: 'app-window',
  when: inBucket,
  effect: 'nav',
  args: extensionArgs,
  ask: { extension_id: askWithPage },
  load: async () => (await runs()).openExtension,
})

/** `version` is what was agreed to. */
export const installArgs = () =>
  type({ extension_id: 'string', bucket: 'string', 'version?': 'string' })
export const updateArgs = () => type({ extension_id: 'string', 'version?': 'string' })

/** Also runs on the marketplace, where no bucket is open, so that only the server can check the role. */
export const installExtension = defineCommand({
  id: 'extensions.install',
  title: 'Install extension…',
  keywords: ['marketplace', 'plugin', 'app', 'add-on'],
  group,
  icon: 'download',
  when: isLoggedIn,
  why: changing.why,
  effect: 'write',
  args: installArgs,
  defaults: (facts) => ({
    extension_id:
      facts['route.id'] === 'extensions.marketplace' ? facts['extensions.extension'] : undefined,
    bucket: facts['extensions.bucket'] ?? facts['route.bucketSlug'],
  }),
  ask: { extension_id: askOffered, bucket: askBucket },
  load: async () => (await runs()).installExtension,
})

export const versionArgs = () =>
  type({ extension_id: 'string', bucket: 'string', version: 'string' })

/** Run by undo: what was agreed to once, once more. */
export const restoreExtension = defineCommand({
  id: 'extensions.restore',
  title: 'Install extension',
  group,
  icon: 'download',
  when: isLoggedIn,
  isInternal: true,
  effect: 'write',
  args: versionArgs,
  load: async () => (await runs()).restoreExtension,
})

export const updateExtension = defineCommand({
  id: 'extensions.update',
  title: 'Update extension…',
  keywords: ['newer version', 'plugin', 'app'],
  group,
  icon: 'refresh-cw',
  ...changing,
  effect: 'write',
  args: updateArgs,
  defaults: currentExtension,
  ask: { extension_id: askOutdated },
  load: async () => (await runs()).updateExtension,
})

export const enableExtension = defineCommand({
  id: 'extensions.enable',
  title: 'Switch extension on…',
  aliases: ['Enable extension'],
  keywords: ['plugin', 'app'],
  group,
  icon: 'toggle-right',
  ...changing,
  effect: 'write',
  ...current,
  ask: { extension_id: askDisabled },
  load: async () => (await runs()).enableExtension,
})

export const disableExtension = defineCommand({
  id: 'extensions.disable',
  title: 'Switch extension off…',
  aliases: ['Disable extension'],
  keywords: ['plugin', 'app', 'stop'],
  group,
  icon: 'toggle-left',
  ...changing,
  effect: 'write',
  ...current,
  ask: { extension_id: askEnabled },
  load: async () => (await runs()).disableExtension,
})

export const uninstallExtension = defineCommand({
  id: 'extensions.uninstall',
  title: 'Uninstall extension…',
  aliases: ['Remove extension', 'Delete extension'],
  keywords: ['plugin', 'app'],
  group,
  icon: 'trash-2',
  ...changing,
  // What it keeps in the bucket stays, so that it can be brought back.
  effect: 'write',
  ...current,
  ask: { extension_id: askInstalled },
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
  when: isLoggedIn,
  effect: 'write',
  args: publishArgs,
  ask: {
    workspace_id: askWorkspace,
    file: { kind: 'file', title: 'Archive with manifest.json', accept: '.zip' },
  },
  load: async () => (await publishing()).publishExtension,
})

export const withdrawExtension = defineCommand({
  id: 'extensions.withdraw',
  title: 'Withdraw an extension…',
  aliases: ['Unpublish extension'],
  keywords: ['marketplace', 'own', 'remove'],
  group,
  icon: 'package-x',
  when: isLoggedIn,
  effect: 'destructive',
  args: extensionArgs,
  ask: { extension_id: askPublished },
  load: async () => (await publishing()).withdrawExtension,
})

export const extensionCommands: readonly AnyCommand[] = [
  browseMarketplace,
  openExtension,
  installExtension,
  restoreExtension,
  updateExtension,
  enableExtension,
  disableExtension,
  uninstallExtension,
  publishExtension,
  withdrawExtension,
]
