/**
 * Namespaces that describe how a picture is displayed: its panorama projection, or its HDR gain map. A packet that uses
 * only these stays; any other is removed as a whole, because programs write countless other properties there.
 */
const DISPLAY_NAMESPACES = [
  'adobe:ns:meta/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://ns.adobe.com/hdr-gain-map/1.0/',
  'http://ns.apple.com/HDRGainMap/1.0/',
  'http://ns.apple.com/pixeldatainfo/1.0/',
  'http://ns.google.com/photos/1.0/container/',
  'http://ns.google.com/photos/1.0/container/item/',
  'http://ns.google.com/photos/1.0/panorama/',
]

/** Whether a packet of XMP only describes how the picture is displayed. */
export function isDisplayXmp(packet: Buffer): boolean {
  const namespaces = [...packet.toString('utf8').matchAll(/xmlns(?::[\w.-]+)?\s*=\s*["']([^"']*)/g)]
  return (
    namespaces.length > 0 && namespaces.every(([, uri = '']) => DISPLAY_NAMESPACES.includes(uri))
  )
}
