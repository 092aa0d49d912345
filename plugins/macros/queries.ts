import { getMacro, listMacros, type Macro } from '@typecase/contract/macros'
import { listObjects } from '@typecase/contract/objects'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { objectsByID } from '@typecase/content/objects-by-id'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long they count as fresh: others share theirs meanwhile. */
const FRESH = 30_000

/** All macros that one may run in the bucket on screen, by title. */
export const macrosQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listMacros, { query: { slug, limit: 1000 } }),
  staleTime: FRESH,
})

export async function readMacros(services: Services, slug: string): Promise<readonly Macro[]> {
  const { macros } = await services.get(Queries).fetchQuery(macrosQuery(services, slug))
  return macros
}

/** @throws when it is gone, or was never this person's to see */
export async function readMacro(services: Services, slug: string, id: string): Promise<Macro> {
  const found = (await readMacros(services, slug)).find((macro) => macro.id === id)
  if (!found) throw new Refusal('This macro no longer exists.')
  return found
}

const isID = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/** Titles of the objects that some texts are the ids of, those that are there: by id. */
export const titlesQuery = (services: Services, slug: string, texts: readonly string[]) => {
  const ids = [...new Set(texts.filter(isID))].sort()
  return {
    queryKey: [listObjects.id, { query: { slug } }, 'titles', ids],
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const found = await objectsByID(services, slug, ids)
      return new Map(found.map(({ id, title }) => [id, title || 'Untitled']))
    },
    enabled: ids.length > 0,
    staleTime: FRESH,
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

export async function refreshMacros(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listMacros.id, getMacro.id].map((id) => queries.invalidateQueries({ queryKey: [id] })),
  )
}

/** The author of a macro may change it; so may anyone who may change the bucket's settings. */
export const mayChange = (
  { created_by }: Pick<Macro, 'created_by'>,
  me: string | undefined,
  { can }: FactValues,
): boolean => created_by === me || can?.has('bucket:settings') === true
