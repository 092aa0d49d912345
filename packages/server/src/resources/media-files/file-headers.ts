/** Types that a browser shows without running anything of them. */
const SHOWN = /^(image\/(avif|bmp|gif|jpeg|png|webp|x-icon)|audio\/.+|video\/.+)$/
/** Types that a page could load as a part of itself: they go out as nothing in particular. */
const PARTS = /^(text|application)\/(javascript|ecmascript|css|wasm)$/

/** No scripts, plug-ins or forms, and a separate origin: an opened file can do nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Response headers of a file, by its type. */
export function fileHeaders(type: string, originalName: string): Record<string, string> {
  const isInline = SHOWN.test(type)
  return {
    'content-type': PARTS.test(type) ? 'application/octet-stream' : type,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${fileName(originalName)}`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  }
}

/** In the form of RFC 6266: in ASCII for old clients, and unescaped in UTF-8. */
function fileName(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
