import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { InstalledExtension } from '@typecase/contract/extensions'

export const manifest: ExtensionManifest = {
  id: 'stamps',
  version: '1.0.0',
  api: 1,
  title: 'Stamps',
  description: 'Puts stamps on things.',
  author: 'Press',
  permissions: ['objects:read', 'objects:write'],
  entry: 'extension.js',
  page: { title: 'Stamp album' },
  panel: { title: 'Stamp' },
  commands: [
    {
      name: 'stamp',
      title: 'Stamp',
      about: 'objects',
      effect: 'write',
      keys: 'x s',
      arguments: [
        { name: 'ink', title: 'Ink', kind: 'choice', choices: [{ value: 'red', label: 'Red' }] },
        { name: 'times', title: 'How often', kind: 'number', is_optional: true },
      ],
    },
    { name: 'count', title: 'Count stamps', about: 'bucket', effect: 'none' },
  ],
}

export const installed = (more: Partial<InstalledExtension> = {}): InstalledExtension => ({
  manifest,
  is_enabled: true,
  url: '/ext/0/',
  newer: null,
  installed_by: null,
  installed_at: '2026-11-01T09:00:00.000Z',
  rev: 1,
  ...more,
})
