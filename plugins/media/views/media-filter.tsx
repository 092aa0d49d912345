import { lineOf } from '@typecase/content/line-query'
import { FilterBar, type FilterBarHandle } from '@typecase/content/react/filter-bar'
import { listMedia } from '@typecase/contract/media'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Select } from '@typecase/ui/select'
import { type Ref, useMemo } from 'react'

import {
  lineQuery,
  mediaKinds,
  mediaSchema,
  type MediaSearch,
  mediaSorts,
  pageInput,
} from '../list/media-query.ts'

interface MediaFilterProps {
  bucketSlug: string
  search: MediaSearch
  handle: Ref<FilterBarHandle>
  onChange: (patch: Partial<MediaSearch>) => void
}

const attention = [
  { id: 'no-alt', label: 'No alt text' },
  { id: 'unused', label: 'Not used anywhere' },
  { id: 'large', label: 'Larger than 5 MB' },
] as const

/** Edits which media are shown, and in which order. */
export function MediaFilter({ bucketSlug, search, handle, onChange }: MediaFilterProps) {
  const api = useService(Api)
  const { kind, only, sort } = search
  const query = useMemo(() => lineQuery(search), [search])
  const patch = (change: { [K in keyof MediaSearch]?: MediaSearch[K] | undefined }) =>
    // Undefined removes a parameter from the URL.
    onChange(change as Partial<MediaSearch>)

  async function count(next: ListQuery, signal: AbortSignal): Promise<number> {
    const { q: _, ...others } = search
    const input = pageInput(bucketSlug, { ...others, query: next }, { limit: 1, skip: 0 })
    return (await api.call(listMedia, input, { signal })).total
  }

  return (
    <FilterBar
      handle={handle}
      list={search.folder}
      line={lineOf(query, mediaSchema, 'media')}
      placeholder="Search, or filter: width >= 1600"
      bucketSlug={bucketSlug}
      query={query}
      schema={mediaSchema}
      resource="media"
      onApply={(next) =>
        patch({ q: undefined, query: Object.keys(next).length > 0 ? next : undefined })
      }
      count={count}
      noun="media"
      actions={
        <>
          <Select
            aria-label="Kind"
            isSmall
            options={[{ id: 'all', label: 'All kinds' }, ...mediaKinds]}
            value={kind ?? 'all'}
            onChange={(next) => patch({ kind: next === 'all' || next === null ? undefined : next })}
          />
          <Select
            aria-label="Needs attention"
            isSmall
            options={[{ id: 'all', label: 'All media' }, ...attention]}
            value={only ?? 'all'}
            onChange={(next) => patch({ only: attention.find(({ id }) => id === next)?.id })}
          />
          <Select
            aria-label="Order"
            isSmall
            options={[...mediaSorts]}
            value={sort ?? '-created_at'}
            onChange={(next) =>
              patch({ sort: next === null || next === '-created_at' ? undefined : next })
            }
          />
        </>
      }
    />
  )
}
