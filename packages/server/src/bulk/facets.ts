import type { Facet } from '@typecase/contract/objects'

/** Maximum number of values per facet. */
const MAX_FACETS = 1000

type By = Facet['by']

/** Counts rows by field, locale and type, in bounded memory. */
export function createFacets() {
  const all = new Map<By, Map<string, Facet['values'][number]>>()

  function count(by: By, value: string, label: string, more = 1): void {
    const values = all.get(by) ?? new Map()
    all.set(by, values)
    const facet = values.get(value)
    if (facet) facet.count += more
    else if (values.size < MAX_FACETS) values.set(value, { value, label, count: more })
  }

  return {
    count,

    close: (): Facet[] =>
      (['field', 'locale', 'type'] as const).flatMap((by) => {
        const values = [...(all.get(by)?.values() ?? [])].map((value) => ({ ...value }))
        return values.length > 0
          ? [{ by, values: values.toSorted((a, b) => b.count - a.count) }]
          : []
      }),
  }
}
export type Facets = ReturnType<typeof createFacets>
