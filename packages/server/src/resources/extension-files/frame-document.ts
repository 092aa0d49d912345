import { createHash } from 'node:crypto'

import { EXTENSION_API, type ExtensionManifest } from '@typecase/contract/extension-manifest'

/** Paths of the SDK, by the current major version of extensions. */
export const SDK_MODULE = `/ext/sdk/${EXTENSION_API}.js`
export const SDK_STYLES = `/ext/sdk/${EXTENSION_API}.css`
/** The module that runs before any file of an extension, in every realm (0097). */
export const GUARD_MODULE = '/ext/sdk/guard.js'
/** Styles of an extension that its document loads automatically. */
export const STYLES = 'extension.css'

const IMPORT_MAP = JSON.stringify({ imports: { '@typecase/extension-sdk': SDK_MODULE } })
const IMPORT_MAP_HASH = createHash('sha256').update(IMPORT_MAP).digest('base64')

export interface FramedExtension {
  readonly sha256: string
  readonly manifest: Pick<ExtensionManifest, 'title' | 'entry' | 'hosts'>
  readonly hasStyles: boolean
}

/** Returns the document that runs an extension. Everything in it except the title was validated on publication. */
export function frameDocument({ sha256, manifest, hasStyles }: FramedExtension): string {
  const filesUrl = `/ext/${sha256}/`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(manifest.title)}</title>
<link rel="stylesheet" href="${SDK_STYLES}">
${hasStyles ? `<link rel="stylesheet" href="${filesUrl}${STYLES}">\n` : ''}<script type="importmap">${IMPORT_MAP}</script>
<script type="module" src="${GUARD_MODULE}"></script>
<script type="module" src="${filesUrl}${manifest.entry}"></script>
</html>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)

/** Browser features that no frame needs. */
const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * Returns the headers of a frame. Their policy lets it run only its own files and the SDK in a separate origin, and
 * connect only to the approved hosts (reliability §4.12).
 * @param origins origins of dashboard pages, the only ones that may frame it
 */
export function frameHeaders(
  { sha256, manifest: { hosts = [] } }: FramedExtension,
  origins: readonly string[],
): Record<string, string> {
  const below = (...paths: string[]) =>
    origins.flatMap((origin) => paths.map((path) => origin + path)).join(' ')
  const filesUrl = `/ext/${sha256}/`
  const sdk = '/ext/sdk/'
  return {
    'content-security-policy': [
      'sandbox allow-scripts',
      `default-src 'none'`,
      `script-src ${below(filesUrl, sdk)} 'sha256-${IMPORT_MAP_HASH}'`,
      `style-src ${below(filesUrl, sdk)} 'unsafe-inline'`,
      `font-src ${below(filesUrl, sdk)}`,
      `img-src ${below(filesUrl, '/media/')} data: blob:`,
      `connect-src ${hosts.join(' ') || `'none'`}`,
      `worker-src 'none'`,
      `form-action 'none'`,
      `base-uri 'none'`,
      `webrtc 'block'`,
      `frame-ancestors ${origins.join(' ')}`,
    ].join('; '),
    // Covers channels that the policy does not, such as WebRTC and preconnect; the policy checks redirects.
    'connection-allowlist': `(${[...origins, ...hosts].map((origin) => `"${origin}"`).join(' ')});redirects=allow`,
    'x-dns-prefetch-control': 'off',
    'permissions-policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  }
}
