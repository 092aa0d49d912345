import { normalizeText } from '@typecase/content-query/composed'

/**
 * A slug for addresses: lower-case ASCII letters, digits and hyphens.
 * @param fallback where the title holds no such letter, as in `日本`
 */
export function asciiSlug(title: string, fallback: string): string {
  const slug = plain(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  return slug || fallback
}

/** A slug that keeps the letters of any script: `Über uns` is `uber-uns`, `ブログ` stays. */
export function wordSlug(title: string, fallback: string): string {
  const slug = normalizeText(plain(title), 'NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
  return Array.from(slug).slice(0, 80).join('').replace(/-+$/, '') || fallback
}

/** The slug, or with `-2`, `-3` … the first that is free. */
export function firstFree(slug: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  if (!used.has(slug)) return slug
  for (let n = 2; ; n += 1) if (!used.has(`${slug}-${n}`)) return `${slug}-${n}`
}

/** Lower case without the accents of Latin letters. */
const plain = (title: string) =>
  normalizeText(title, 'NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .toLowerCase()
    .replaceAll('ß', 'ss')
