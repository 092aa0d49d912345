/** Types that a browser displays without running any of their content. */
const INLINE_TYPES = /^(image\/(avif|bmp|gif|jpeg|png|webp|x-icon)|audio\/.+|video\/.+)$/
/** Types that a page could load as scripts or styles. They are sent as `application/octet-stream`. */
const PARTS = /^(text|application)\/(javascript|ecmascript|css|wasm)$/

/** No scripts, plug-ins or forms, and a separate origin, so that an opened file cannot do anything. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Returns the response headers of a file, by its type. */
export function fileHeaders(type: string, originalName: string): Record<string, string> {
  const isInline = INLINE_TYPES.test(type)
  return {
    'content-type': PARTS.test(type) ? 'application/octet-stream' : type,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${fileName(originalName)}`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  }
}

/** Formats a file name as in RFC 6266: in ASCII for old clients, and in percent-encoded UTF-8. */
function fileName(name: string): string {
  const asciiName = name.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${asciiName}"; filename*=UTF-8''${encoded}`
}
