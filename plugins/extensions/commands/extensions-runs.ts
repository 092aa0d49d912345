import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import * as calls from '@typecase/contract/extensions'
import { type ArgsOf, type CommandModule, type Outcome, refTo } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatList } from '@typecase/ui/format'

import { describeConsent, describePermissions, limitsConnections } from '../permission-words.ts'
import { readExtension, readExtensions, readOffered, refreshExtensions } from '../queries.ts'
import { extensionRoute, extensionsRoute, marketplaceRoute } from '../routes.ts'
import * as commands from './extensions.ts'

type OneExtension = CommandModule<ArgsOf<typeof commands.extensionArgs>>

export const browseMarketplace: CommandModule = {
  run: (_args, { facts, go }) => {
    const bucket = facts['route.bucketSlug']
    return go(marketplaceRoute, { search: { ...(bucket !== undefined && { bucket }) } })
  },
}

export const openExtension: OneExtension = {
  run: ({ extension_id }, { go }) => go(extensionRoute, { params: { extensionID: extension_id } }),
}

/** Installs what was agreed to. */
async function install(services: Services, slug: string, manifest: ExtensionManifest) {
  const { id: extension_id, version, permissions, hosts = [] } = manifest
  const body = { slug, extension_id, version, permissions, hosts }
  const { extension } = await services.get(Api).call(calls.installExtension, { body })
  await refreshExtensions(services)
  return extension
}

/** Refuses to install a version that nobody has agreed to. */
async function readAgreed(services: Services, extension_id: string, version: string | undefined) {
  const { manifest } = await readOffered(services, extension_id)
  if (manifest.version !== version)
    throw new Refusal(`The marketplace has version ${manifest.version} by now. Try again.`)
  return manifest
}

export const installExtension: CommandModule<ArgsOf<typeof commands.installArgs>> = {
  confirmation: async ({ extension_id, bucket }, { services }) => {
    const installed = await readExtensions(services, bucket)
    if (installed.some(({ manifest }) => manifest.id === extension_id))
      throw new Refusal('It is installed in this bucket already.')
    const { manifest } = await readOffered(services, extension_id)
    return {
      title: `Install “${manifest.title}” in ${bucket}?`,
      text: describeConsent(manifest, limitsConnections()),
      action: 'Install',
      args: { version: manifest.version },
    }
  },
  run: async ({ extension_id, bucket, version }, { services, facts, go }) => {
    const manifest = await readAgreed(services, extension_id, version)
    await install(services, bucket, manifest)
    if (facts['route.bucketSlug'] === undefined)
      await go(extensionsRoute, { params: { bucketSlug: bucket } })
    return {
      message: `“${manifest.title}” is installed. ${whatItBrings(manifest)}`,
      undo: refTo(commands.uninstallExtension, { extension_id }),
    }
  },
}

/** Where somebody finds what they installed. */
function whatItBrings({ commands: own = [], page, panel }: ExtensionManifest): string {
  if (page) return `Its page “${page.title}” is in the sidebar.`
  if (panel) return `“${panel.title}” is beside open objects.`
  const [first] = own
  return first ? `Type “${first.title}” in the palette.` : ''
}

export const restoreExtension: CommandModule<ArgsOf<typeof commands.versionArgs>> = {
  run: async ({ extension_id, bucket, version }, { services }) => {
    const { manifest } = await readOffered(services, extension_id)
    if (manifest.version !== version)
      throw new Refusal(
        `The marketplace has version ${manifest.version} by now. Choose “Install extension…”.`,
      )
    await install(services, bucket, manifest)
    return { message: `“${manifest.title}” is installed again.` }
  },
}

/** The newer version of an extension, with what it asks for on top of the installed one. */
async function readNewer(services: Services, slug: string, extension_id: string) {
  const { manifest, newer } = await readExtension(services, slug, extension_id)
  if (!newer) throw new Refusal(`“${manifest.title}” has its newest version.`)
  const known = new Set(describePermissions(manifest))
  return { newer, more: describePermissions(newer).filter((words) => !known.has(words)) }
}

export const updateExtension: CommandModule<ArgsOf<typeof commands.updateArgs>> = {
  confirmation: async ({ extension_id }, { services, facts }) => {
    const { newer, more } = await readNewer(services, bucketSlugOf(facts), extension_id)
    if (more.length === 0) return undefined
    return {
      title: `Update “${newer.title}” to ${newer.version}?`,
      text: `The new version asks for more: it can ${formatList(more)}.`,
      action: 'Update',
      args: { version: newer.version },
    }
  },
  run: async ({ extension_id, version }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const { newer, more } = await readNewer(services, slug, extension_id)
    if (more.length > 0 && newer.version !== version)
      throw new Refusal(`The marketplace has version ${newer.version} by now. Try again.`)
    await install(services, slug, newer)
    return { message: `“${newer.title}” is now version ${newer.version}.` }
  },
}

async function switchTo(
  is_enabled: boolean,
  extension_id: string,
  services: Services,
  slug: string,
): Promise<Outcome> {
  const { manifest, is_enabled: before } = await readExtension(services, slug, extension_id)
  const state = is_enabled ? 'on' : 'off'
  if (before === is_enabled) throw new Refusal(`“${manifest.title}” is ${state} already.`)
  const body = { slug, extension_id, is_enabled }
  await services.get(Api).call(calls.updateExtension, { body })
  await refreshExtensions(services)
  const back = is_enabled ? commands.disableExtension : commands.enableExtension
  return {
    message: `“${manifest.title}” is ${state} for everybody in this bucket.`,
    undo: refTo(back, { extension_id }),
  }
}

export const enableExtension: OneExtension = {
  run: ({ extension_id }, { services, facts }) =>
    switchTo(true, extension_id, services, bucketSlugOf(facts)),
}

export const disableExtension: OneExtension = {
  run: ({ extension_id }, { services, facts }) =>
    switchTo(false, extension_id, services, bucketSlugOf(facts)),
}

export const uninstallExtension: OneExtension = {
  run: async ({ extension_id }, { services, facts, go }) => {
    const slug = bucketSlugOf(facts)
    const { manifest } = await readExtension(services, slug, extension_id)
    const { title, version } = manifest
    // Its page would have nothing to show.
    if (facts['route.id'] === extensionRoute.id) await go(extensionsRoute)
    await services.get(Api).call(calls.uninstallExtension, { body: { slug, extension_id } })
    await refreshExtensions(services)
    return {
      message: `“${title}” is removed. What it kept here stays.`,
      undo: refTo(commands.restoreExtension, { extension_id, bucket: slug, version }),
    }
  },
}
