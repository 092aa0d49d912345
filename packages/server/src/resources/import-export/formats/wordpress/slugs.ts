import { objectSlug } from '@typecase/contract/slugs'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { decodePart } from '../links.ts'
import { detach } from './wxr-items.ts'

const isSlug = objectSlug()
const MAX_BASE = 150

/** Assigns the slugs of objects. In WordPress, pages with different parents may share a slug, and drafts lack one. */
export function createSlugs() {
  const owners = new Map<string, string>()

  function claim(type: string, slug: string, owner: string): boolean {
    const key = `${type} ${slug}`
    const before = owners.get(key)
    if (before === undefined) owners.set(detach(key), detach(owner))
    return before === undefined || before === owner
  }

  return {
    /** Reserves a slug of the export for the first object that has it. */
    reserve(type: string, raw: string, owner: string): void {
      if (raw !== '') claim(type, baseOf(raw, ''), owner)
    },
    /** Returns the slug of an object. If another object has it, the id is appended. */
    slugOf(type: string, raw: string, title: string, owner: string): string {
      const base = baseOf(raw, title)
      if (claim(type, base, owner)) return base
      const stem = `${base.slice(0, MAX_BASE)}-${wordSlug(owner, 'object').slice(-40)}`
      for (let n = 1; ; n += 1) {
        const slug = n === 1 ? stem : `${stem}-${n}`
        if (claim(type, slug, owner)) return slug
      }
    },
  }
}

function baseOf(raw: string, title: string): string {
  // Invisible characters are dropped.
  const slug = decodePart(raw).replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
  return isSlug.allows(slug) ? slug.normalize('NFC') : wordSlug(slug || title, 'object')
}
