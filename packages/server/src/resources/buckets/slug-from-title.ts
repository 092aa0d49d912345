import { normalizeText } from '@typecase/content-query/composed'

/**
 * Derives a URL slug from a title: lower-case ASCII letters, digits and hyphens, at most 80 characters.
 * @param fallback the slug if the title has none of these, such as `日本`
 */
export function asciiSlug(title: string, fallback: string): string {
  const slug = withoutAccents(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  return slug || fallback
}

/** Derives a slug that keeps the letters of any script: `Über uns` becomes `uber-uns`, `ブログ` stays. */
export function wordSlug(title: string, fallback: string): string {
  const slug = normalizeText(withoutAccents(title), 'NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
  return Array.from(slug).slice(0, 80).join('').replace(/-+$/, '') || fallback
}

/** Returns the slug, or the first free one of `slug-2`, `slug-3` and so on. */
export function firstFree(slug: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  if (!used.has(slug)) return slug
  for (let n = 2; ; n += 1) if (!used.has(`${slug}-${n}`)) return `${slug}-${n}`
}

/** Converts a title to lower case and removes the accents of Latin letters. */
const withoutAccents = (title: string) =>
  normalizeText(title, 'NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .toLowerCase()
    .replaceAll('ß', 'ss')
