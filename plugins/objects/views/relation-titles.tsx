import { type CmsObject, listObjects } from '@typecase/contract/objects'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'

import { isRelation, relationIds, valueAt } from '@typecase/content/object/cell-value'
import type { ListField } from '@typecase/content/object/list-fields'

type Titles = ReadonlyMap<string, string>

const noTitles: Titles = new Map()
const TitlesContext = createContext(noTitles)

/** Ids are sent in the URL, which servers limit to 16 kB. */
const IDS_AT_ONCE = 200

interface RelationTitlesProps {
  bucketSlug: string
  objects: readonly CmsObject[]
  fields: readonly ListField[]
  children: ReactNode
}

/** Reads the titles of all objects that the rows refer to, together. */
export function RelationTitles({ bucketSlug, objects, fields, children }: RelationTitlesProps) {
  const api = useService(Api)
  const ids = useMemo(() => idsIn(objects, fields), [objects, fields])
  const { data = noTitles } = useQuery({
    queryKey: [listObjects.id, { query: { slug: bucketSlug } }, 'titles', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Titles> => {
      const titles = new Map<string, string>()
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const query = JSON.stringify({ id: { $in: ids.slice(at, at + IDS_AT_ONCE) } })
        const input = { slug: bucketSlug, query, limit: IDS_AT_ONCE, props: 'id,title' }
        const { objects } = await api.call(listObjects, { query: input }, { signal })
        for (const { object } of objects) titles.set(object.id, object.title)
      }
      return titles
    },
  })
  return <TitlesContext value={data}>{children}</TitlesContext>
}

export function useRelationTitles(): Titles {
  return use(TitlesContext)
}

function idsIn(objects: readonly CmsObject[], fields: readonly ListField[]): readonly string[] {
  const relations = fields.filter(isRelation)
  const ids = objects.flatMap((object) =>
    relations.flatMap(({ path }) => relationIds(valueAt(object, path))),
  )
  return [...new Set(ids)].sort()
}
