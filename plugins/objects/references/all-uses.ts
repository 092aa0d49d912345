import type { OutputOf } from '@typecase/contract/endpoint'
import type { objectReferences } from '@typecase/contract/object-references'

type References = OutputOf<typeof objectReferences>
export type Reference = References['references'][number]
export type UsesOfField = References['by_field'][number]

/** The list of those that point at an object with one field; it shows newest versions only. */
export const usesQuery = ({ type, field }: Pick<UsesOfField, 'type' | 'field'>, id: string) => ({
  type,
  [field]: id,
})

/** Where an object points from: `Artists`, `SEO › Author (public version only)`. */
export function describeUses({ fields }: Pick<Reference, 'fields'>): string {
  return fields
    .map(({ label, versions: [version, ...more] }) => {
      if (version === 'newest' || more.length > 0) return label
      return `${label} (public version only)`
    })
    .join(', ')
}
