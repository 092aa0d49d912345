import { BROKEN_FIELD, LINKS, REFERENCES } from '@typecase/content-query/fields'
import type { OutputOf } from '@typecase/contract/endpoint'
import type { objectReferences } from '@typecase/contract/object-references'

type References = OutputOf<typeof objectReferences>
export type Reference = References['references'][number]
export type UsesOfField = References['by_field'][number]

/**
 * Returns the query for the objects that refer to one with a field; the list shows newest versions only. Links are
 * listed with all references.
 */
export const usesQuery = ({ type, field }: Pick<UsesOfField, 'type' | 'field'>, id: string) => ({
  type,
  [field === LINKS ? REFERENCES : field]: id,
})

/** The query for objects that refer to a missing one. */
export const BROKEN_QUERY = { [BROKEN_FIELD]: true }

/** Describes the fields with which an object refers to another one: `Artists`, `SEO › Author (public version only)`. */
export function describeUses({ fields }: Pick<Reference, 'fields'>): string {
  return fields
    .map(({ label, versions: [version, ...more] }) => {
      if (version === 'newest' || more.length > 0) return label
      return `${label} (public version only)`
    })
    .join(', ')
}
