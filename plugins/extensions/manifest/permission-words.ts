import {
  type ExtensionManifest,
  extensionPermissionWords,
} from '@typecase/contract/extension-manifest'
import { formatList } from '@typecase/ui/format'

/** Describes the permissions of an extension as phrases that follow “can”. */
export function describePermissions({ permissions, hosts = [] }: ExtensionManifest): string[] {
  const words = permissions.map((permission) => extensionPermissionWords[permission])
  if (hosts.length === 0) return words
  const names = formatList(hosts.map((host) => new URL(host).host))
  return [
    ...words,
    permissions.length > 0 ? `send what it reads to ${names}` : `connect to ${names}`,
  ]
}

/** A property of `navigator` that only Chromium has, and TypeScript does not declare. */
interface Browser {
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string; readonly version: string }[]
  }
}

/** The first version of Chromium that enforces the `Connection-Allowlist` of a frame. */
const CHROMIUM = 152

/** Whether the browser limits a frame to the servers in its manifest. A content security policy alone has gaps. */
export function limitsConnections({ userAgentData }: Browser = navigator as Browser): boolean {
  const brands = userAgentData?.brands ?? []
  return brands.some(({ brand, version }) => brand === 'Chromium' && Number(version) >= CHROMIUM)
}

/** Returns the text with which the user agrees to an installation. */
export function describeConsent(manifest: ExtensionManifest, isLimited: boolean): string {
  const { permissions, hosts = [] } = manifest
  const words = describePermissions(manifest)
  const act = permissions.length > 0 ? 'sending what it reads elsewhere' : 'connecting elsewhere'
  return [
    words.length > 0 ? `It can ${formatList(words)}.` : '',
    permissions.length > 0 ? '' : 'It can’t read the content of this bucket.',
    isLimited && hosts.length === 0 ? 'It can’t connect to other servers.' : '',
    isLimited ? '' : `This browser can’t stop it from ${act}.`,
    'It can never do more than the person who uses it, and runs apart from the dashboard, without your session.',
  ]
    .filter(Boolean)
    .join(' ')
}
