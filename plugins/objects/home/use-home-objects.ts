import { bucketQuery } from '@typecase/content/bucket'
import { listObjects } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useQuery } from '@tanstack/react-query'

/** Reads a few objects for a card of the home page, and the names of their types. */
export function useHomeObjects(
  slug: string,
  { query, sort, limit }: { query?: object; sort: string; limit: number },
) {
  const { data } = useQuery(bucketQuery(useServices(), slug))
  const types = data?.bucket.object_types ?? []
  return {
    query: useApiQuery(listObjects, {
      query: { slug, sort, limit, ...(query && { query: JSON.stringify(query) }) },
    }),
    /** Returns the name of a type in the singular. */
    typeTitle(type: string) {
      const objectType = types.find((one) => one.slug === type)
      return objectType?.singular || objectType?.title || type
    },
  }
}
