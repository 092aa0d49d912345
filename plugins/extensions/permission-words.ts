import {
  type ExtensionManifest,
  extensionPermissionWords,
} from '@typecase/contract/extension-manifest'

/** What an extension may do, each in words that follow “may”. */
export function permissionsInWords({ permissions, hosts = [] }: ExtensionManifest): string[] {
  const words = permissions.map((permission) => extensionPermissionWords[permission])
  const sent = hosts.map((host) => new URL(host).host).join(', ')
  return hosts.length > 0 ? [...words, `send what it reads to ${sent}`] : words
}

/** What somebody agrees to who installs it, as sentences. */
export function consentInWords(manifest: ExtensionManifest): string {
  const words = permissionsInWords(manifest)
  const end = 'It runs apart from the dashboard, without your session.'
  if (words.length === 0) return `It may read nothing of this bucket. ${end}`
  const list = new Intl.ListFormat('en').format(words)
  return `It may ${list}. It never may more than the person who uses it. ${end}`
}
