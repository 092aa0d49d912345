import type { RecordArgs } from '@typecase/content/record/define-record'
import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import * as calls from '@typecase/contract/extensions'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Files } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatList } from '@typecase/ui/format'

import {
  describeConsent,
  describePermissions,
  limitsConnections,
} from '../manifest/permission-words.ts'
import { installed, offered } from '../record.ts'
import { extensionRoute, extensionsRoute, marketplaceRoute } from '../routes.ts'
import * as commands from './extensions.ts'

export const browseMarketplace: CommandModule = {
  run: (_args, { facts, go }) => {
    const bucket = facts['route.bucketSlug']
    return go(marketplaceRoute, { search: { ...(bucket !== undefined && { bucket }) } })
  },
}

type OneExtension = CommandModule<RecordArgs<'extension_id'>>

export const openExtension: OneExtension = {
  run: ({ extension_id }, { go }) => go(extensionRoute, { params: { extensionID: extension_id } }),
}

const readOffered = (services: Services, id: string) => offered.read(services, 'marketplace', id)

/** Installs the version, permissions and hosts that the user agreed to. */
async function install(services: Services, slug: string, manifest: ExtensionManifest) {
  const { id: extension_id, version, permissions, hosts = [] } = manifest
  const body = { slug, extension_id, version, permissions, hosts }
  await services.get(Api).call(calls.installExtension, { body })
  await installed.refresh(services)
}

export const installExtension: CommandModule<ArgsOf<typeof commands.installArgs>> = {
  async confirmation({ extension_id, bucket }, { services, source }) {
    // The journal repeats a step with the version that the user agreed to at that time.
    if (source === 'undo') return undefined
    const all = await installed.all(services, bucket)
    if (all.some(({ id }) => id === extension_id))
      throw new Refusal('It is already installed in this bucket.')
    const { manifest } = await readOffered(services, extension_id)
    return {
      title: `Install “${manifest.title}” in ${bucket}?`,
      text: describeConsent(manifest, limitsConnections()),
      action: 'Install',
      args: { version: manifest.version },
    }
  },
  async run({ extension_id, bucket, version }, { services, facts, go }) {
    const { manifest } = await readOffered(services, extension_id)
    if (manifest.version !== version)
      throw new Refusal(
        `The marketplace has version ${manifest.version} by now. Choose “Install extension…” again.`,
      )
    await install(services, bucket, manifest)
    if (facts['route.bucketSlug'] === undefined)
      await go(extensionsRoute, { params: { bucketSlug: bucket } })
    return {
      message: `“${manifest.title}” is installed. ${whatItBrings(manifest)}`,
      undo: refTo(commands.uninstallExtension, { extension_id }),
    }
  },
}

/** Describes where the user finds the installed extension. */
function whatItBrings({ commands: addedCommands = [], page, panel }: ExtensionManifest): string {
  if (page) return `Its page “${page.title}” is in the sidebar.`
  if (panel) return `“${panel.title}” appears next to open objects.`
  const [first] = addedCommands
  return first ? `Type “${first.title}” in the palette.` : ''
}

/** Returns the newer version of an extension, with the permissions that it needs in addition to the current ones. */
function newerOf({ manifest, newer }: calls.InstalledExtension) {
  if (!newer) throw new Refusal(`“${manifest.title}” is up to date.`)
  const permissions = new Set(describePermissions(manifest))
  return { newer, more: describePermissions(newer).filter((words) => !permissions.has(words)) }
}

export const updateExtension = installed.module<ArgsOf<typeof commands.updateArgs>>({
  async confirmation(item) {
    const { newer, more } = newerOf(item)
    if (more.length === 0) return undefined
    return {
      title: `Update “${newer.title}” to ${newer.version}?`,
      text: `The new version needs more permissions: it can ${formatList(more)}.`,
      action: 'Update',
      args: { version: newer.version },
    }
  },
  async run(item, { services, slug }, { version }) {
    const { newer, more } = newerOf(item)
    if (more.length > 0 && newer.version !== version)
      throw new Refusal(`The marketplace has version ${newer.version} by now. Try again.`)
    await install(services, slug, newer)
    return { message: `“${newer.title}” is now version ${newer.version}.` }
  },
})

const switchTo = (is_enabled: boolean): OneExtension =>
  installed.module(async ({ id, manifest, is_enabled: before }, { services, slug }) => {
    const state = is_enabled ? 'on' : 'off'
    if (before === is_enabled) throw new Refusal(`“${manifest.title}” is ${state} already.`)
    const body = { slug, extension_id: id, is_enabled }
    await services.get(Api).call(calls.updateExtension, { body })
    await installed.refresh(services)
    const reverse = is_enabled ? commands.disableExtension : commands.enableExtension
    return {
      message: `“${manifest.title}” is ${state} for everyone in this bucket.`,
      undo: refTo(reverse, installed.argsOf(id)),
    }
  })
export const enableExtension = switchTo(true)
export const disableExtension = switchTo(false)

export const uninstallExtension = installed.module(
  async ({ id, manifest: { title, version } }, { services, slug, facts, go }) => {
    // The extension's page would be empty.
    if (facts['route.id'] === extensionRoute.id) await go(extensionsRoute)
    const body = { slug, extension_id: id }
    await services.get(Api).call(calls.uninstallExtension, { body })
    await installed.refresh(services)
    return {
      message: `Removed “${title}”. Its stored data is kept.`,
      undo: refTo(commands.installExtension, { extension_id: id, bucket: slug, version }),
    }
  },
)

export const publishExtension: CommandModule<ArgsOf<typeof commands.publishArgs>> = {
  async run({ workspace_id, file }, { services, signal }) {
    const archive = services.get(Files).get(file)
    const { extension } = await services
      .get(Api)
      .upload(calls.publishExtension, { query: { workspace_id } }, [archive], { signal })
    await Promise.all([offered.refresh(services), installed.refresh(services)])
    const { title, version } = extension.manifest
    return { message: `“${title}” ${version} is published. Buckets keep the version they have.` }
  },
}

export const withdrawExtension = offered.module({
  plan: async ({ manifest }) => ({
    title: `Withdraw “${manifest.title}”`,
    counts: [{ label: 'extension', value: 1 }],
    total: 1,
    skipped: [],
    changes: [],
    isReversible: true,
    warnings: [
      'It can no longer be installed. Where it is installed, it stays and keeps working.',
      'It can be published again, with a higher version.',
    ],
  }),
  async run({ id, manifest, publisher }, { services }) {
    if (publisher.workspace_id === undefined)
      throw new Refusal(`“${manifest.title}” comes with the product.`)
    const body = { workspace_id: publisher.workspace_id, extension_id: id }
    const { message } = await services.get(Api).call(calls.withdrawExtension, { body })
    await offered.refresh(services)
    return { message }
  },
})
