import {
  type ExtensionManifest,
  extensionPermissionWords,
} from '@typecase/contract/extension-manifest'
import { formatList } from '@typecase/ui/format'

/** The permissions of an extension, in words that follow “can”. */
export function describePermissions({ permissions, hosts = [] }: ExtensionManifest): string[] {
  const words = permissions.map((permission) => extensionPermissionWords[permission])
  if (hosts.length === 0) return words
  const names = formatList(hosts.map((host) => new URL(host).host))
  return [
    ...words,
    permissions.length > 0 ? `send what it reads to ${names}` : `connect to ${names}`,
  ]
}

/** The part of `navigator` that TypeScript does not know: Chromium alone has it. */
interface Browser {
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string; readonly version: string }[]
  }
}

/** The first Chromium that enforces the `Connection-Allowlist` of a frame. */
const CHROMIUM = 152

/** Whether the browser lets a frame connect to the servers of its manifest alone: a content security policy has gaps. */
export function limitsConnections({ userAgentData }: Browser = navigator as Browser): boolean {
  const brands = userAgentData?.brands ?? []
  return brands.some(({ brand, version }) => brand === 'Chromium' && Number(version) >= CHROMIUM)
}

/** The consent to an installation, in sentences. */
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
