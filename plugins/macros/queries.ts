import { objectsByID } from '@typecase/content/objects-by-id'
import { listObjects } from '@typecase/contract/objects'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

const isID = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/** Reads the titles of the objects whose ids are among the texts, by id. Missing objects are left out. */
export const titlesQuery = (services: Services, slug: string, texts: readonly string[]) => {
  const ids = [...new Set(texts.filter(isID))].sort()
  return {
    queryKey: [listObjects.id, { query: { slug } }, 'titles', ids],
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const objects = await objectsByID(services, slug, ids)
      return new Map(objects.map(({ id, title }) => [id, title || 'Untitled']))
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
  }
}

export async function readTitles(
  services: Services,
  slug: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { enabled, ...query } = titlesQuery(services, slug, texts)
  return enabled ? services.get(Queries).fetchQuery(query) : new Map()
}
