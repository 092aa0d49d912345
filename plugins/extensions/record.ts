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
    /** Id of the extension on screen, or of the row that the keyboard is on. */
    'extensions.extension': string
    /** Title of the page of the extension on screen. */
    'extensions.pageTitle': string
    /** Slug of the bucket that the marketplace installs in. */
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

/** Extensions are named by the id in their manifest. */
type Identified<Extension> = Extension & { readonly id: string }
const identify = <Extension extends { manifest: ExtensionManifest }>(
  extensions: readonly Extension[],
): readonly Identified<Extension>[] => extensions.map((one) => ({ ...one, id: one.manifest.id }))

const rowOf = ({ title, description, icon = shared.icon }: ExtensionManifest) => ({
  label: title,
  subtitle: description,
  icon,
})

/** An extension that is installed in the bucket. */
export const installed = defineRecord({
  ...shared,
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  query: extensionsQuery,
  items: ({ extensions }): readonly Identified<InstalledExtension>[] => identify(extensions),
  row: ({ manifest }) => rowOf(manifest),
  endpoints: [listExtensions],
})

/** An extension that the marketplace offers, to whichever bucket. */
export const offered = defineRecord({
  ...shared,
  when: has('session.isLoggedIn'),
  scopeOf: () => 'marketplace',
  query: marketplaceQuery,
  items: ({ extensions }): readonly Identified<OfferedExtension>[] => identify(extensions),
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
