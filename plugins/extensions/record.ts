import { defineRecord } from '@typecase/content/record/define-record'
import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import {
  type InstalledExtension,
  listExtensions,
  listMarketplace,
  type OfferedExtension,
} from '@typecase/contract/extensions'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { extensionsQuery, marketplaceQuery } from './queries.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the extension on the page, or of the row with the keyboard focus. */
    'extensions.extension': string
    /** Title of the extension's page on screen. */
    'extensions.pageTitle': string
    /** Slug of the bucket into which the marketplace installs. */
    'extensions.bucket': string
  }
}

const shared = {
  noun: 'extension',
  icon: 'puzzle',
  group: 'Extensions',
  arg: 'extension_id',
  fact: 'extensions.extension',
} as const

/** An extension with the id from its manifest. */
type WithId<Extension> = Extension & { readonly id: string }
const identify = <Extension extends { manifest: ExtensionManifest }>(
  extensions: readonly Extension[],
): readonly WithId<Extension>[] => extensions.map((one) => ({ ...one, id: one.manifest.id }))

const rowOf = ({ title, description, icon = shared.icon }: ExtensionManifest) => ({
  label: title,
  subtitle: description,
  icon,
})

/** The extensions installed in the bucket. */
export const installed = defineRecord({
  ...shared,
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  query: extensionsQuery,
  items: ({ extensions }): readonly WithId<InstalledExtension>[] => identify(extensions),
  row: ({ manifest }) => rowOf(manifest),
  endpoints: [listExtensions],
})

/** The extensions that the marketplace offers, for any bucket. */
export const offered = defineRecord({
  ...shared,
  when: has('session.isLoggedIn'),
  scopeOf: () => 'marketplace',
  query: marketplaceQuery,
  items: ({ extensions }): readonly WithId<OfferedExtension>[] => identify(extensions),
  row: ({ manifest }) => rowOf(manifest),
  endpoints: [listMarketplace],
})

export const facts: readonly FactDeclaration[] = [
  installed.factDeclaration,
  { key: 'extensions.pageTitle', title: 'the page of an extension has a title' },
  {
    key: 'extensions.bucket',
    title: 'the marketplace knows a bucket',
    missing: 'Open the marketplace from a bucket first.',
  },
]
