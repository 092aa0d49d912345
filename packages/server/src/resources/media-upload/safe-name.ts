import { normalizeText } from '@typecase/content-query/composed'

const MAX_NAME_LENGTH = 100

/**
 * Returns the name of a file in its URL: letters without diacritics, digits and the extension. Clients look media up by
 * the last URL segment, so the name contains nothing that needs escaping or is special to a file system or a header.
 */
export function safeName(original: string): string {
  const last = original.split(/[/\\]/).at(-1) ?? ''
  const decomposed = normalizeText(last, 'NFKD')
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/-{2,}/g, '-')
  const dot = decomposed.lastIndexOf('.')
  const isEnding = dot >= 0 && /^\.\w{1,11}$/.test(decomposed.slice(dot))
  const ending = isEnding ? decomposed.slice(dot) : ''
  const stem = (isEnding ? decomposed.slice(0, dot) : decomposed).replaceAll(/^[.-]+|[.-]+$/g, '')
  return (stem.slice(0, MAX_NAME_LENGTH - ending.length) || 'file') + ending
}
